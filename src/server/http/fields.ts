import type * as z from 'zod/mini'

type Issue = z.core.$ZodIssue

/** A sentence for each field whose shape is wrong, under the field's own name (`email`, not `contactInfo.email`). */
export function fieldSentences(issues: readonly Issue[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) fields[key] = 'This field is not known here'
    else fields[fieldName(issue)] ??= expectation(issue)
  }
  return fields
}

const fieldName = (issue: Issue): string => {
  const name = issue.path.findLast((part) => typeof part === 'string')
  return name === undefined ? 'body' : String(name)
}

function expectation(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This field is missing' : `Send this as ${article(issue.expected)}`
    case 'invalid_value':
      return `Send one of: ${issue.values.map(String).join(', ')}`
    case 'too_big':
      return `This is longer or larger than ${issue.maximum} allows`
    case 'too_small':
      return `This is shorter or smaller than ${issue.minimum} allows`
    default:
      return 'This value cannot be used'
  }
}

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)
