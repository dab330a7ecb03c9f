// The help text of `holdfast tdb`.

export const tdbHelp = `holdfast tdb: checks files of a title database before a service reads them

Usage
  holdfast tdb check FILE… [options]

FILE is a .tdb text, an XML or properties file with titles (by the end of its name), a folder with such files in it, or
'-' for a .tdb text on standard input. Each thing that is wrong is a line on standard output:

  file:line:column: what is wrong

All files together are one title database: an AU that is in it twice (the same plugin and parameters) is told, too.

Options
  --json       print what is wrong as lines of JSON: source, line, column, message
  -q, --quiet  print what is wrong and nothing else: no progress, no summary
  -h, --help   this text

Exit code
  0  nothing is wrong
  1  something is wrong
  2  the command was not understood, or a file cannot be read
`;
