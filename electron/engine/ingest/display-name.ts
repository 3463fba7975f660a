/** Longest display name in characters; the file system's own limit is 255 bytes a component. */
const MAX_NAME_CHARACTERS = 200;

/**
 * A file name made harmless for display and titles: the last path component (of `/` and `\` paths alike), without
 * control, bidirectional-override and other invisible characters, white space collapsed, at most 200 characters.
 * Never empty, never `.` or `..`: what nothing is left of becomes `unnamed`. Not a storage path: files are stored
 * under names that Vitrine makes up.
 */
export function safeDisplayName(name: string): string {
  const lastComponent =
    name
      .split(/[/\\]+/)
      .filter((part) => part.trim() !== '')
      .at(-1) ?? '';
  const visible = lastComponent
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cs}\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu, '')
    .trim();
  if (visible === '' || /^\.+$/.test(visible)) return 'unnamed';
  const points = [...visible];
  return points.length <= MAX_NAME_CHARACTERS ? visible : `${points.slice(0, MAX_NAME_CHARACTERS - 1).join('')}…`;
}

/** Lower-case extension of a path without its dot, `''` where there is none; `.profile` has none. */
export function extensionOf(path: string): string {
  const name = path.split(/[/\\]/).at(-1) ?? '';
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}
