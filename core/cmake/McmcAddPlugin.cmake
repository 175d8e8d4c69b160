# mcmc_add_plugin(NAME SOURCES a.cpp ... [LIBRARIES target ...])
#
# A plugin library NAME from the given sources, with the host's flags (they come with mcmc::core:
# another instruction set would change memory layouts). Inside the host's own tree it goes to the
# folder where the host looks for plugins, and is installed; elsewhere it stays in the build folder,
# for `mcmc-host --plugin-path`.
function(mcmc_add_plugin name)
  cmake_parse_arguments(PARSE_ARGV 1 plugin "" "" "SOURCES;LIBRARIES")
  if(NOT plugin_SOURCES OR plugin_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "mcmc_add_plugin(NAME SOURCES a.cpp ... [LIBRARIES target ...])")
  endif()
  add_library(${name} MODULE ${plugin_SOURCES})
  target_link_libraries(${name} PRIVATE mcmc::core ${plugin_LIBRARIES})
  target_compile_features(${name} PRIVATE cxx_std_20)
  # Matrix code that is not optimised is fifty times slower, so without a build type it is optimised.
  target_compile_options(${name} PRIVATE $<$<NOT:$<BOOL:$<CONFIG>>>:-O3>)
  set_target_properties(${name} PROPERTIES PREFIX "" CXX_VISIBILITY_PRESET hidden
                                           VISIBILITY_INLINES_HIDDEN ON)
  if(TARGET mcmc_warnings)
    target_link_libraries(${name} PRIVATE mcmc_warnings)
    set_target_properties(${name} PROPERTIES
      LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${MCMC_PLUGIN_DIR}
      INSTALL_RPATH "$ORIGIN/../..")
    install(TARGETS ${name} LIBRARY DESTINATION ${MCMC_PLUGIN_DIR})
  endif()
endfunction()
