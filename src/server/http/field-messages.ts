import type * as z from 'zod/mini'

type Issue = z.core.$ZodIssue

/** Returns a message per invalid field, by its own name (`email`, not `contactInfo.email`). */
export function getFieldMessages(issues: readonly Issue[]): Record<string, string> {
  const fields = new Map<string, string>()
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) fields.set(key, 'Unknown field')
    else if (!fields.has(getFieldName(issue))) fields.set(getFieldName(issue), describeExpectation(issue))
  }
  // An assignment would lose a field named `__proto__`.
  return Object.fromEntries(fields)
}

const getFieldName = (issue: Issue): string => {
  const name = issue.path.findLast((part) => typeof part === 'string')
  return name === undefined ? 'body' : String(name)
}

function describeExpectation(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This field is missing'
        : `Send this as ${TYPE_LABELS[issue.expected] ?? 'text'}`
    case 'invalid_value':
      return `Send one of: ${issue.values.map(String).join(', ')}`
    case 'too_big':
      return `Send at most ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}`
    case 'too_small':
      // People read those of texts beside the fields of a form.
      return issue.origin === 'string'
        ? `Enter ${getFieldName(issue) === 'reason' ? 'a reason of ' : ''}at least ${issue.minimum} characters`
        : `Send at least ${issue.minimum}`
    default:
      return 'This value is not valid'
  }
}

const TYPE_LABELS: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
  record: 'a JSON object',
}
