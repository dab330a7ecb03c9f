// Describes file system errors in words.
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is a file',
  TimeoutError: 'no answer',
};

export function findSystemReason(error: unknown): string {
  const { code, name, message } = error as NodeJS.ErrnoException;
  return REASONS[code ?? name] ?? code ?? message;
}
