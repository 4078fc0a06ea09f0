# Where `cmake --install` puts things: the program, its manual page, the documents and the example configuration.
include(GNUInstallDirs)

if(TARGET tabletalk)
  install(TARGETS tabletalk RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(FILES docs/tabletalk.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 OPTIONAL)
install(FILES README.md CHANGES.md LICENSE docs/hosting.md docs/record-format.md DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)
install(FILES config/example.conf DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples OPTIONAL)
