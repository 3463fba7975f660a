/** Errors of the room chat, by code and by the details' `why`; `default` is said where there is none. */
export const chat = {
  'question-length': {
    default: {
      message: 'The question is too short or too long.',
      hint: 'Change it.',
    },
    empty: {
      message: 'The question is empty.',
      hint: 'Write what you want to know, as a question or in a few words.',
    },
    question: {
      message: 'A question has {{least, number}} to {{most, number}} characters; this one has {{characters, number}}.',
      hint: 'Shorten or lengthen it, or use Stages for a structured prompt.',
    },
    selection: {
      message: 'A selected text has at most {{most, number}} characters; this one has {{characters, number}}.',
      hint: 'Select less.',
    },
  },
  'conversation-not-found': {
    default: {
      message: 'This is not in the conversation any more.',
      hint: 'Open the conversation again, or start a new one.',
    },
  },
} as const;
