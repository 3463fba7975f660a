/** The names of the desktop app's messages between preload and main. There are no others. */
export const channels = {
  request: 'vitrine:request',
  cancel: 'vitrine:cancel',
  grant: 'vitrine:grant',
  keep: 'vitrine:keep',
  chooseFiles: 'vitrine:choose-files',
  chooseNewFile: 'vitrine:choose-new-file',
  openExternal: 'vitrine:open-external',
  openDocument: 'vitrine:open-document',
  openLibrary: 'vitrine:open-library',
  theme: 'vitrine:theme',
  event: 'vitrine:event',
  menu: 'vitrine:menu',
  saved: 'vitrine:saved',
  address: 'vitrine:address',
} as const;

/** How main tells preload the country of the system's region, which a sandboxed page cannot ask for. */
export const regionArgument = '--vitrine-region=';
