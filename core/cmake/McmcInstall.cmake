# An installation that can be moved, and the package that plugins are built with. Plugins can be built
# against the build tree as well, which has the package in its top folder.
include(CMakePackageConfigHelpers)

set_target_properties(mcmc_gp PROPERTIES EXPORT_NAME gp INSTALL_RPATH "$ORIGIN")
set_target_properties(mcmc_testing PROPERTIES EXPORT_NAME testing)
set_target_properties(mcmc_host PROPERTIES EXPORT_NAME host)
install(TARGETS mcmc_core mcmc_gp mcmc_testing mcmc_host EXPORT mcmc_host_targets
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY core/include/ core/testing/include/ plugins/gp/include/
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
install(FILES ${PROJECT_BINARY_DIR}/core/include/mcmc/build_info.hpp
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/mcmc)
install(DIRECTORY configs scaffold DESTINATION ${CMAKE_INSTALL_DATADIR}/mcmc-host)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/${CMAKE_INSTALL_DATADIR}/mcmc-host)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/scaffold
     ${PROJECT_BINARY_DIR}/${CMAKE_INSTALL_DATADIR}/mcmc-host/scaffold SYMBOLIC)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/mcmc_host)
install(EXPORT mcmc_host_targets NAMESPACE mcmc:: DESTINATION ${package_dir})
export(EXPORT mcmc_host_targets NAMESPACE mcmc::)
string(REGEX MATCH "^[0-9]+" MCMC_COMPILER_MAJOR_VERSION ${CMAKE_CXX_COMPILER_VERSION})
configure_package_config_file(core/cmake/mcmc_host-config.cmake.in mcmc_host-config.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(mcmc_host-config-version.cmake COMPATIBILITY SameMinorVersion)
configure_file(core/cmake/McmcAddPlugin.cmake McmcAddPlugin.cmake COPYONLY)
install(FILES ${PROJECT_BINARY_DIR}/mcmc_host-config.cmake
              ${PROJECT_BINARY_DIR}/mcmc_host-config-version.cmake
              core/cmake/McmcAddPlugin.cmake
        DESTINATION ${package_dir})
