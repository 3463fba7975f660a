import { safeStorage } from 'electron';
import type { Cipher } from './key-store';

/** Back ends of Linux that encrypt with a password written in Chromium's source: no secret is safe with them. */
const hollow = new Set(['basic_text', 'unknown']);

/** The system's own store of secrets: Keychain, DPAPI, libsecret or KWallet. Only after the app is ready. */
export const systemCipher: Cipher = {
  available: () =>
    safeStorage.isEncryptionAvailable() &&
    (process.platform !== 'linux' || !hollow.has(safeStorage.getSelectedStorageBackend())),
  encrypt: (text) => safeStorage.encryptString(text),
  decrypt: (bytes) => safeStorage.decryptString(bytes),
};
