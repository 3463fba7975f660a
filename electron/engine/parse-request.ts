import { type ParsedRequestOf, type RouteName, requests } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { plainIssue } from '@shared/plain-issues';

/** What comes from a host, through the schema of its route. Errors: `unknown-route`, `bad-request` with the path of the first value that does not fit. */
export function parseRequest<R extends RouteName>(route: R, input: unknown): ParsedRequestOf<R> {
  if (!Object.hasOwn(requests, route)) {
    throw new VitrineError(
      'unknown-route',
      `There is no route ${String(route)}.`,
      'Host and engine differ in version.',
    );
  }
  const parsed = requests[route].safeParse(input);
  if (parsed.success) return parsed.data as ParsedRequestOf<R>;
  const issue = parsed.error.issues[0];
  const path = issue?.path.join('.') ?? '';
  throw new VitrineError(
    'bad-request',
    `${route}: ${issue ? plainIssue(issue) : 'the request does not fit'}.`,
    'Correct it and try again.',
    {
      route,
      path,
    },
  );
}
