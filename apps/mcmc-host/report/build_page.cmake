# Gets the packages and bundles the page. With REQUIRED off, a failure costs nothing but the page.
#   cmake -DNPM=... -DNODE=... -DSOURCE=... -DFOLDER=... -DPAGE=... -DOMIT=... -DREQUIRED=... -P build_page.cmake
file(REMOVE ${PAGE})
file(COPY ${SOURCE}/src ${SOURCE}/build.mjs ${SOURCE}/package.json ${SOURCE}/package-lock.json DESTINATION ${FOLDER})

set(failed "npm was not found")
if(NPM AND NODE)
  execute_process(COMMAND ${NPM} ci ${OMIT} --ignore-scripts --no-audit --no-fund --prefer-offline --fetch-retries=1
                  WORKING_DIRECTORY ${FOLDER} RESULT_VARIABLE failed OUTPUT_QUIET ERROR_VARIABLE words)
  if(NOT failed)
    execute_process(COMMAND ${NODE} build.mjs ${PAGE}
                    WORKING_DIRECTORY ${FOLDER} RESULT_VARIABLE failed ERROR_VARIABLE words)
  endif()
endif()
if(failed AND REQUIRED)
  message(FATAL_ERROR "The page of `mcmc-host report` cannot be built: ${failed}\n${words}")
elseif(failed)
  message("`mcmc-host report` is left out: its page needs npm and its packages (${failed}). "
          "-DMCMC_REPORT=ON tries again and says what is wrong.")
endif()
