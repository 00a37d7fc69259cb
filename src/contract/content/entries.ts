import type * as z from 'zod'

/** The message names the file, the entry, the field and the fix. */
export class ContentError extends Error {
  override name = 'ContentError'
  readonly messages: readonly string[]
  constructor(messages: readonly string[]) {
    super(messages.join('\n'))
    this.messages = messages
    // A stack trace does not help editors of content.
    this.stack = this.message
  }
}

type Entry = Record<string, unknown>

/** Returns the id of an entry, or the location of a price table. */
export const getEntryId = (entry: unknown): string | undefined => {
  const { id, locationId } = (entry ?? {}) as Entry
  return typeof id === 'string' ? id : typeof locationId === 'string' ? locationId : undefined
}

/** Throws a `ContentError` if the text is not JSON. */
export function parseContent(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ContentError([
      `${file}: is not valid JSON (${reason}); check that line for a missing or extra comma, quote or bracket.`,
    ])
  }
}

/** Entries that a list must have, and the file or constant that defines them. */
export interface RequiredEntries {
  ids: readonly string[]
  namedIn: string
}

/** Checks a list of entries. Throws one `ContentError` with a message per invalid field and missing entry. */
export function readList<Schema extends z.ZodType>(
  file: string,
  data: unknown,
  schema: Schema,
  required?: RequiredEntries,
): z.output<Schema>[] {
  if (!Array.isArray(data)) throw new ContentError([`${file}: must be a list; put the entries between [ and ].`])
  const problems: string[] = []
  const seen = new Set<string>()
  const entries = data.flatMap((entry: unknown, index): z.output<Schema>[] => {
    const id = getEntryId(entry)
    const name = id ? `"${id}"` : `entry ${index + 1}`
    if (id && seen.has(id)) problems.push(`${file}, ${name}, id: is used twice; give each entry its own id.`)
    if (id) seen.add(id)
    const read = schema.safeParse(entry, { error: describeFix })
    if (read.success) return [read.data]
    problems.push(...read.error.issues.map((issue) => formatIssue(`${file}, ${name}`, issue, entry)))
    return []
  })
  for (const id of required?.ids ?? [])
    if (!seen.has(id)) problems.push(`${file}: has no entry "${id}", which ${required?.namedIn} requires; add it.`)
  if (problems.length > 0) throw new ContentError(problems)
  return entries
}

/** Checks a file that is one record, such as the brand. */
export function readRecord<Schema extends z.ZodType>(file: string, data: unknown, schema: Schema): z.output<Schema> {
  const read = schema.safeParse(data, { error: describeFix })
  if (read.success) return read.data
  throw new ContentError(read.error.issues.map((issue) => formatIssue(file, issue, data)))
}

/** Returns the values of several readers, or throws one `ContentError` with the messages of all that failed. */
export function readAll<const Readers extends readonly (() => unknown)[]>(
  readers: Readers,
): { [Index in keyof Readers]: ReturnType<Readers[Index]> } {
  const messages: string[] = []
  const values = readers.map((reading) => {
    try {
      return reading()
    } catch (problem) {
      if (!(problem instanceof ContentError)) throw problem
      messages.push(...problem.messages)
      return undefined
    }
  })
  if (messages.length > 0) throw new ContentError(messages)
  return values as { [Index in keyof Readers]: ReturnType<Readers[Index]> }
}

function formatIssue(where: string, issue: z.core.$ZodIssue, entry: unknown): string {
  const field = issue.path.join('.')
  const found = issue.path.reduce<unknown>((value, key) => (value as Entry | undefined)?.[key as string], entry)
  const state =
    found === undefined
      ? 'is missing'
      : found === null
        ? 'is empty'
        : typeof found === 'object'
          ? 'is invalid'
          : `is ${JSON.stringify(found)}`
  return `${where}${field && `, ${field}`}: ${state}; ${issue.message}.`
}

/** The fix for fields without their own message. */
const describeFix: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return TYPE_HINTS[issue.expected] ?? `write a value of type ${issue.expected}`
    case 'invalid_value':
      return `write ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`
    case 'unrecognized_keys':
      return `remove ${issue.keys.map((key) => `"${key}"`).join(' and ')} or correct the spelling: there is no such field`
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

/** Sorts a collection by its order in the file. */
export const sortByPosition = <Data extends { position: number }>(entries: readonly { data: Data }[]): Data[] =>
  entries.map(({ data }) => data).sort((one, other) => one.position - other.position)

/** Finds an entry that every build has. Throws if it is missing. */
export function findEntry<Data extends { id: string }>(entries: readonly Data[], id: Data['id']): Data {
  const found = entries.find((entry) => entry.id === id)
  if (!found) throw new Error(`There is no entry "${id}"`)
  return found
}

/** Copies only the named fields of an entry, for what pages send to the browser. */
export const pickFields = <Data, Name extends keyof Data>(data: Data, ...names: Name[]): Pick<Data, Name> =>
  Object.fromEntries(names.map((name) => [name, data[name]])) as Pick<Data, Name>

/** The data of a collection that is one record, such as the brand. */
export function getSingleEntry<Data>([entry]: readonly { data: Data }[]): Data {
  if (!entry) throw new Error('This collection has no entries')
  return entry.data
}
