import type { OutputSchema } from '@shared/agent-fields';

type Choices = Readonly<Record<string, readonly string[]>>;

const placeholder = /^\{\{([\w-]+)\}\}$/u;

/**
 * The JSON schema of an agent's output with the choices of this question in the place of `{{name}}`. Every property
 * is required and no other is allowed: servers that constrain their output want it so.
 */
export function jsonSchemaOf(shape: OutputSchema, choices: Choices): object {
  switch (shape.type) {
    case 'object':
      return {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(shape.properties).map(([name, member]) => [name, jsonSchemaOf(member, choices)]),
        ),
        required: Object.keys(shape.properties),
        additionalProperties: false,
      };
    case 'array':
      return { ...shape, items: jsonSchemaOf(shape.items, choices) };
    case 'string':
      return shape.enum ? { ...shape, enum: shape.enum.flatMap((value) => chosen(value, choices)) } : shape;
  }
}

function chosen(value: string, choices: Choices): readonly string[] {
  const name = placeholder.exec(value)?.[1];
  return name === undefined ? [value] : (choices[name] ?? []);
}
