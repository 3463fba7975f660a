/** Errors of the room controller, by code and by the details' `why`; `default` is said where there is none. */
export const controller = {
  'run-not-found': {
    default: {
      message: 'There is no such run any more.',
      hint: 'The list shows those that are kept.',
    },
  },
  'run-invalid': {
    default: {
      message: 'This is not an exported run.',
      hint: 'Choose a file that Vitrine exported.',
    },
    issue: {
      message: 'This is not an exported run: {{issue}}.',
      hint: 'Choose a file that Vitrine exported.',
    },
    'not-json': {
      message: '{{file}} cannot be read as JSON.',
      hint: 'Choose a file that Vitrine exported.',
    },
  },
  'prompt-empty': {
    default: {
      message: 'The prompt holds no task.',
      hint: 'Write a question, or fill in TASK.',
    },
  },
  'stage-order': {
    default: {
      message: 'This stage lacks the result of the one before.',
      hint: 'Run the stage before it first.',
    },
    needs: {
      message: '{{stage}} needs the result of {{needs}}, which is not there yet.',
      hint: 'Run {{needs}} first.',
    },
    answer: {
      message: 'A run is answered when all its stages are done: {{needs}} is not.',
      hint: 'Run it to its end, then answer it.',
    },
  },
  'stage-failed': {
    default: {
      message: 'A stage failed.',
      hint: 'Run it again.',
    },
    stage: {
      message: 'The stage {{stage}} failed.',
      hint: '',
    },
  },
  'invariant-breach': {
    default: {
      message: 'A stage broke a rule of the pipeline.',
      hint: 'This is a fault in Vitrine, not in your prompt. The state before this stage is kept; please report it.',
    },
    field: {
      message: '{{stage}} broke a rule of the pipeline at {{field}}.',
      hint: 'This is a fault in Vitrine, not in your prompt. The state before this stage is kept; please report it.',
    },
  },
  'limits-invalid': {
    default: {
      message: 'A limit does not fit.',
      hint: 'Change it and run again.',
    },
    issue: {
      message: 'The limits do not fit: {{issue}}.',
      hint: 'Change them and run again.',
    },
    unknown: {
      message: 'There is no limit {{path}}.',
      hint: 'The settings and vitrine limits show their names.',
    },
    'not-readable': {
      message: '{{file}} cannot be read.',
      hint: 'Restore the file or its permissions.',
    },
    'not-json': {
      message: '{{file}} is not valid JSON: {{said}}.',
      hint: 'Correct the file.',
    },
    file: {
      message: '{{file}} does not fit: {{issue}}.',
      hint: 'Correct the file, or take the limits back in the settings or with vitrine limits reset.',
    },
  },
  'config-invalid': {
    default: {
      message: 'A configuration file does not fit.',
      hint: 'Correct it, or restore it.',
    },
    missing: {
      message: '{{file}} is missing or lacks something.',
      hint: 'Install Vitrine again, or restore the file.',
    },
    'not-readable': {
      message: '{{file}} cannot be read.',
      hint: 'Restore the file or its permissions.',
    },
    'not-json': {
      message: '{{file}} is not valid JSON: {{said}}.',
      hint: 'Correct the file.',
    },
    divider: {
      message: 'The prompt of {{agent}} needs one line ===.',
      hint: 'Correct the template in config/prompts.',
    },
    placeholder: {
      message: 'The prompt of {{agent}} names {{placeholder}}, which this agent does not have.',
      hint: 'Correct the template in config/prompts.',
    },
    file: {
      message: '{{file}} does not fit: {{issue}}.',
      hint: 'Correct it, or restore it.',
    },
  },
  'edit-invalid': {
    default: {
      message: 'This cannot be changed so.',
      hint: 'Change it in another way, or start at another stage.',
    },
    path: {
      message: '{{path}} cannot be changed so.',
      hint: 'Change it in another way, or start at another stage.',
    },
    lost: {
      message: '{{path}} would be lost: the run starts again at {{start}}, and {{writer}} writes it again.',
      hint: 'Edit it alone, or start later than {{writer}}.',
    },
    choices: {
      message: '{{path}} is one of {{choices, list}}.',
      hint: 'Choose {{choices, or}}.',
    },
    'plan-json': {
      message: 'This plan is no JSON.',
      hint: 'Mind quotes, commas and brackets.',
    },
    'plan-form': {
      message: 'A plan has nothing like this at {{at}}.',
      hint: 'Change it there, or take back what you changed.',
    },
    'plan-column': {
      message: 'The table has no such column as at {{at}}.',
      hint: 'Write a column by its name in the table, or by its number from 0.',
    },
    'plan-value': {
      message: 'At {{at}} does not stand what the column holds: it has other values, or none to calculate with.',
      hint: 'Write numbers without commas and dates as 2024-03-31, or take another column.',
    },
    'plan-rows': {
      message: 'At {{at}} one row is wanted, and none fits or several do.',
      hint: 'Name the row by more of its cells.',
    },
    'plan-none': {
      message: 'This run calculates nothing.',
      hint: 'Ask a question that a table answers.',
    },
    unknown: {
      message: 'Not among the candidates: {{unknown, list}}.',
      hint: 'Choose among the candidates; a higher limit lets more of them in.',
    },
  },
} as const;
