import { z } from 'zod';
import { addressSettings, isNamedServer, type NamedServer, serverName } from './providers';
import { languageChoices } from './words/languages';
import type { IssueCode } from './words/sayings';

/** An http(s) address without user name, password, query or fragment; kept without a slash at its end. */
const address = z
  .string()
  .trim()
  .max(2000)
  .refine(isServerAddress, { error: 'server-address' satisfies IssueCode })
  .transform((text) => text.replace(/\/+$/u, ''));

function isServerAddress(text: string): boolean {
  if (!/^https?:\/\//iu.test(text) || !URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return username === '' && password === '' && search === '' && hash === '';
}

/** A person's price for a million tokens of a model, in their own currency. */
const price = z.strictObject({ prompt: z.number().min(0).max(1e6), answer: z.number().min(0).max(1e6) });
type Price = z.infer<typeof price>;

export const costOf = (
  price: Price | undefined,
  { promptTokens, answerTokens }: { readonly promptTokens: number; readonly answerTokens: number },
): number | null => (price ? (price.prompt * promptTokens + price.answer * answerTokens) / 1e6 : null);

const chatModel = z
  .string()
  .trim()
  .max(200)
  .refine((name) => serverName(name) !== null, { error: 'chat-model' satisfies IssueCode });

const namedServer = z
  .strictObject({
    id: z.string().refine(isNamedServer, { error: 'server-id' satisfies IssueCode }),
    name: z.string().trim().min(1).max(60),
    url: address,
  })
  // A string that has passed the form of an id is one.
  .transform((server) => server as NamedServer);

export const themes = ['system', 'light', 'dark'] as const;
export const contrasts = ['system', 'normal', 'more'] as const;
/** Languages that text can be recognised in, by ISO 639-3. */
export const ocrLanguages = ['eng', 'deu'] as const;
export type OcrLanguage = (typeof ocrLanguages)[number];

const keepDays = z.number().int().min(0).max(36500);

/** Every setting by its path, with what it may be. Secrets are no settings: they have no place in this file. */
export const settingShapes = {
  /** Model servers; null: none, unless there is a key for the standard one. */
  ...addressSettings(
    () => address,
    () => address.nullable(),
  ),
  servers: z
    .array(namedServer)
    .max(50)
    .refine((servers) => new Set(servers.map(({ id }) => id)).size === servers.length, {
      error: 'server-twice' satisfies IssueCode,
    }),
  /** `provider:model`; null for answers that are quoted from the documents. */
  chatModel: chatModel.nullable(),
  modelFolders: z.array(z.string().min(1).max(4096)).max(100),
  hubEndpoint: address,
  /** When true only this computer is connected to. */
  offline: z.boolean(),
  /** A job interrupted by the end of the process: it continues at the next start, or waits for a person. */
  'ingest.resume': z.enum(['continue', 'ask']),
  'ingest.ocr': z.boolean(),
  'ingest.ocrLanguages': z.array(z.enum(ocrLanguages)).min(1).max(ocrLanguages.length),
  /** Whether the chat model is asked how to calculate with a table where no reading of the question is sure. */
  'calculation.proposals': z.boolean(),
  /** Days that a run stays which no answer in a conversation came from; 0: for ever. */
  'runs.keepDays': keepDays,
  'figures.keep': z.boolean(),
  'log.keepDays': keepDays,
  'log.withConversation': z.boolean(),
  /** By `provider:model`; none is shipped. */
  'figures.prices': z.record(z.string().min(1).max(200), price),
  /** The sign before or after a sum, such as €. */
  'figures.currency': z.string().trim().max(8),
  'appearance.theme': z.enum(themes),
  'appearance.textSize': z.number().int().min(80).max(200),
  'appearance.contrast': z.enum(contrasts),
  'appearance.language': z.enum(languageChoices),
  'appearance.allSettings': z.boolean(),
  'desktop.tray': z.boolean(),
  'desktop.notifications': z.boolean(),
  'updates.daily': z.boolean(),
} as const;

export type SettingPath = keyof typeof settingShapes;
export type Settings = { readonly [P in SettingPath]: z.output<(typeof settingShapes)[P]> };

export const settingPaths = Object.keys(settingShapes) as readonly SettingPath[];

/** settings.json: a person's choices, by path; absent members have their defaults. */
export const settingsSchema = z.strictObject(settingShapes).partial();
