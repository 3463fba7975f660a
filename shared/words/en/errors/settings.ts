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
    'token-named': {
      message: 'There is a token {{name}} already, or there are a hundred.',
      hint: 'Choose another name, or revoke one.',
    },
    'no-token': {
      message: 'There is no such token.',
      hint: 'See the tokens with “vitrine api token list”.',
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
  'api-refused': {
    default: {
      message: 'This call is not let in.',
      hint: 'Send a token that is made in Settings › Privacy: Authorization: Bearer TOKEN.',
    },
    token: {
      message: 'This call has no token that is known here.',
      hint: 'Send a token that is made in Settings › Privacy, or with “vitrine api token add”: Authorization: Bearer TOKEN.',
    },
    scope: {
      message: 'This token may only read.',
      hint: 'Make a token that may change the library.',
    },
    host: {
      message: 'Vitrine answers only to its own address.',
      hint: 'Call 127.0.0.1 or localhost with the port that Vitrine names.',
    },
    origin: {
      message: 'Pages of this address may not call Vitrine.',
      hint: 'Enter the address under Settings › Privacy where they are to.',
    },
  },
} as const;
