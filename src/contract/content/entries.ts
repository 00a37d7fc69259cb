import type * as z from 'zod'

/** What is wrong with a content file, in sentences that each name the file, the entry, the field and the mend. */
export class ContentError extends Error {
  override name = 'ContentProblem'
  readonly messages: readonly string[]
  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.messages = sentences
    // Whoever edits content is not helped by where in the code it was noticed.
    this.stack = this.message
  }
}

type Entry = Record<string, unknown>

/** How an entry is called in a sentence, and stored: its id, or the location whose prices it holds. */
export const getEntryId = (entry: unknown): string | undefined => {
  const { id, locationId } = (entry ?? {}) as Entry
  return typeof id === 'string' ? id : typeof locationId === 'string' ? locationId : undefined
}

/** Reads a content file's text; throws a `ContentProblem` where it is not JSON. */
export function parseContent(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ContentError([
      `${file}: is not valid JSON (${why}); look there for a missing comma, quote or bracket, or a comma too many.`,
    ])
  }
}

/** Entries that a list must have, and the file or constant that names them. */
export interface RequiredEntries {
  ids: readonly string[]
  namedIn: string
}

/**
 * Checks a list of entries; throws one `ContentProblem` with a sentence for every invalid field of every entry and for
 * every required entry that is missing.
 */
export function readList<Shape extends z.ZodType>(
  file: string,
  data: unknown,
  shape: Shape,
  required?: RequiredEntries,
): z.output<Shape>[] {
  if (!Array.isArray(data)) throw new ContentError([`${file}: must be a list; put the entries between [ and ].`])
  const problems: string[] = []
  const seen = new Set<string>()
  const entries = data.flatMap((entry: unknown, index): z.output<Shape>[] => {
    const id = getEntryId(entry)
    const name = id ? `"${id}"` : `entry ${index + 1}`
    if (id && seen.has(id)) problems.push(`${file}, ${name}, id: is used twice; give each entry an id of its own.`)
    if (id) seen.add(id)
    const read = shape.safeParse(entry, { error: describeFix })
    if (read.success) return [read.data]
    problems.push(...read.error.issues.map((issue) => formatIssue(`${file}, ${name}`, issue, entry)))
    return []
  })
  for (const id of required?.ids ?? [])
    if (!seen.has(id)) problems.push(`${file}: has no entry "${id}", which ${required?.namedIn} names; add it.`)
  if (problems.length > 0) throw new ContentError(problems)
  return entries
}

/** Checks a file that is one record, such as the brand. */
export function readRecord<Shape extends z.ZodType>(file: string, data: unknown, shape: Shape): z.output<Shape> {
  const read = shape.safeParse(data, { error: describeFix })
  if (read.success) return read.data
  throw new ContentError(read.error.issues.map((issue) => formatIssue(file, issue, data)))
}

/** The values of several readings; where some fail, one `ContentProblem` with the sentences of all that did. */
export function readAll<const Readings extends readonly (() => unknown)[]>(
  readings: Readings,
): { [Index in keyof Readings]: ReturnType<Readings[Index]> } {
  const sentences: string[] = []
  const values = readings.map((reading) => {
    try {
      return reading()
    } catch (problem) {
      if (!(problem instanceof ContentError)) throw problem
      sentences.push(...problem.messages)
      return undefined
    }
  })
  if (sentences.length > 0) throw new ContentError(sentences)
  return values as { [Index in keyof Readings]: ReturnType<Readings[Index]> }
}

function formatIssue(where: string, issue: z.core.$ZodIssue, entry: unknown): string {
  const field = issue.path.join('.')
  const found = issue.path.reduce<unknown>((value, key) => (value as Entry | undefined)?.[key as string], entry)
  const what =
    found === undefined
      ? 'is missing'
      : found === null
        ? 'is empty'
        : typeof found === 'object'
          ? 'is wrong'
          : `is ${JSON.stringify(found)}`
  return `${where}${field && `, ${field}`}: ${what}; ${issue.message}.`
}

/** The mend where a field has none of its own. */
const describeFix: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return TYPE_HINTS[issue.expected] ?? `write a value of the kind ${issue.expected}`
    case 'invalid_value':
      return `write ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`
    case 'unrecognized_keys':
      return `take ${issue.keys.map((key) => `"${key}"`).join(' and ')} out or correct the spelling: there is no such field`
    case 'too_small':
      return `write at least ${issue.minimum}`
    case 'too_big':
      return `write at most ${issue.maximum}`
    default:
      return undefined
  }
}

const TYPE_HINTS: Readonly<Record<string, string>> = {
  string: 'write a text in quotes',
  number: 'write a number without quotes',
  int: 'write a whole number without quotes',
  boolean: 'write true or false without quotes',
  array: 'write a list between [ and ]',
  object: 'write a group of fields between { and }',
}

/** A collection's data in the order of its file, as pages show it. */
export const sortByPosition = <Data extends { position: number }>(entries: readonly { data: Data }[]): Data[] =>
  entries.map(({ data }) => data).sort((one, other) => one.position - other.position)

/** The one of an id that every build has, as all locations and plans are there. */
export function findEntry<Data extends { id: string }>(entries: readonly Data[], id: Data['id']): Data {
  const found = entries.find((entry) => entry.id === id)
  if (!found) throw new Error(`There is no ${id}`)
  return found
}

/** The data of a collection that is one record, such as the brand. */
export function getSingleEntry<Data>([entry]: readonly { data: Data }[]): Data {
  if (!entry) throw new Error('This collection has no entry')
  return entry.data
}
