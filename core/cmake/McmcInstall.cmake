# An installation that can be moved, and the package that plugins are built with.
include(CMakePackageConfigHelpers)

install(TARGETS mcmc_core mcmc_gp EXPORT mcmc_host_targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY core/include/ plugins/gp/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.hpp")
install(FILES ${PROJECT_BINARY_DIR}/core/include/mcmc/build_info.hpp
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/mcmc)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/mcmc_host)
install(EXPORT mcmc_host_targets NAMESPACE mcmc:: DESTINATION ${package_dir})
configure_package_config_file(core/cmake/mcmc_host-config.cmake.in mcmc_host-config.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(mcmc_host-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/mcmc_host-config.cmake
              ${PROJECT_BINARY_DIR}/mcmc_host-config-version.cmake
              core/cmake/McmcAddPlugin.cmake
        DESTINATION ${package_dir})
