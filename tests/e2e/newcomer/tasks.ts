/**
 * Tasks for a person who has never seen Vitrine, and the clicks each may take; keys and typed words do not count. The
 * list is older than the window's changes for it: if the window needs more clicks, the window is wrong.
 */
export const tasks = {
  'first-answer': { goal: 'Get from the first start to an answer with its source, on the sample.', clicks: 2 },
  'read-source': { goal: 'See in the document itself the sentence that an answer quotes.', clicks: 1 },
  'close-source': { goal: 'Put the document away again.', clicks: 1 },
  'own-document': { goal: 'Ask a proposed question about a document of one’s own.', clicks: 2 },
  'decline-model': { goal: 'Say that no language model is wanted, and not be asked again.', clicks: 1 },
  attach: { goal: 'Add a file from where the question is written.', clicks: 2 },
  'sources-first': { goal: 'See what an answer is written from before its first word.', clicks: 0 },
  'written-in-list': { goal: 'See in the list which conversation is being answered, by its name.', clicks: 0 },
  stop: { goal: 'Stop an answer while it is written, and keep what there is.', clicks: 1 },
  'ask-again': { goal: 'Ask again, and go back to the first version.', clicks: 2 },
  branch: { goal: 'Go on otherwise from an earlier answer, without losing what follows it.', clicks: 2 },
  why: { goal: 'Learn how many passages were found, kept and quoted, and what nearly came in.', clicks: 1 },
  'why-stages': { goal: 'Look at the same answer step by step.', clicks: 1 },
  'change-and-compare': { goal: 'Change one step, answer again, and see old and new side by side.', clicks: 4 },
  'back-to-answer': { goal: 'Go from the steps back to the answer they belong to.', clicks: 1 },
  'find-passage': { goal: 'Find a passage without asking, and open it where it stands.', clicks: 2 },
  'find-conversation': { goal: 'Find what was said in an earlier conversation, and see the words lit.', clicks: 2 },
  pin: { goal: 'Keep a conversation on top of the list.', clicks: 2 },
  folder: { goal: 'Put a conversation into a folder.', clicks: 3 },
  'rename-document': { goal: 'Give a document a title that one recognises.', clicks: 2 },
  tag: { goal: 'Mark a document with a tag, and see only what has it.', clicks: 3 },
  'second-collection': { goal: 'Put a document into a second collection.', clicks: 3 },
  'ask-one': { goal: 'Ask about one document and no other.', clicks: 2 },
  summarise: { goal: 'Have one document summed up.', clicks: 2 },
  password: { goal: 'Read a PDF that wants a password.', clicks: 2 },
  'delete-undo': { goal: 'Delete a document, and have it back.', clicks: 3 },
  dark: { goal: 'Change to the dark look.', clicks: 2 },
  'no-log': { goal: 'Keep no record of what was asked.', clicks: 2 },
  private: { goal: 'Ask something that leaves nothing behind.', clicks: 1 },
  restart: { goal: 'Close Vitrine and go on where one was.', clicks: 0 },
} as const satisfies Record<string, { readonly goal: string; readonly clicks: number }>;

export type Task = keyof typeof tasks;
