# `cmake --install` puts the program, its manual page, the documents, the example configuration, and what
# systemd needs below the prefix. systemd looks in /usr, which a package has, and in /usr/local.
include(GNUInstallDirs)

if(TARGET tabletalk)
  install(TARGETS tabletalk RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(FILES docs/tabletalk.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 OPTIONAL)
# The documents lie beside each other as they do here, all of them: their links lead to each other.
install(FILES README.md CHANGES.md ARCHITECTURE.md CONTRIBUTING.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR}
  COMPONENT documents OPTIONAL)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs COMPONENT documents OPTIONAL
  PATTERN tabletalk.1 EXCLUDE PATTERN draw.py EXCLUDE)
install(FILES config/example.conf DESTINATION ${CMAKE_INSTALL_DOCDIR}/config COMPONENT documents OPTIONAL)
# The unit names the program where this installation puts it.
install(CODE "set(TABLETALK_BINDIR \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}\")
  configure_file(\"${CMAKE_SOURCE_DIR}/config/tabletalk.service.in\" \"${CMAKE_BINARY_DIR}/tabletalk.service\" @ONLY)")
install(FILES ${CMAKE_BINARY_DIR}/tabletalk.service DESTINATION lib/systemd/system)
install(FILES config/tabletalk.sysusers DESTINATION lib/sysusers.d RENAME tabletalk.conf)
