/** Errors of the room settings, by code and by the details' `why`; `default` is said where there is none. */
export const settings = {
  'settings-invalid': {
    default: {
      message: 'A setting does not fit.',
      hint: 'Choose another value.',
    },
    'no-folder': {
      message: '{{folder}} is not a folder.',
      hint: 'Choose a folder that contains model folders.',
    },
    'too-many-folders': {
      message: 'There are {{most, number}} model folders already.',
      hint: 'Remove one first.',
    },
    'no-keys-here': {
      message: 'Only the desktop app keeps keys.',
      hint: 'Start Vitrine with {{variable}} set.',
    },
    'key-of-environment': {
      message: '{{variable}} is set and wins.',
      hint: 'Start Vitrine without it to enter a key here.',
    },
    'no-store-keys-here': {
      message: 'Only the desktop app keeps the keys of a store.',
      hint: 'Start Vitrine with AWS_ACCESS_KEY_ID set.',
    },
    'store-keys-of-environment': {
      message: 'AWS_ACCESS_KEY_ID is set and wins.',
      hint: 'Start Vitrine without it to enter keys here.',
    },
    'not-written': {
      message: 'The settings could not be written.',
      hint: 'Check that {{file}} may be written.',
    },
  },
  'not-allowed': {
    default: {
      message: 'That came with this library and is not allowed on this computer.',
      hint: 'Allow it in Settings › Privacy, or with “vitrine trust allow”.',
    },
    named: {
      message: '{{value}} came with this library and is not allowed on this computer.',
      hint: 'Allow it in Settings › Privacy, or with “vitrine trust allow”.',
    },
  },
} as const;
