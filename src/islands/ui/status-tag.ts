import { type BookableLocation, isComingSoon } from '#domain/location.ts'

/** The classes of a tag that shows the status of a location or plan. */
export const statusTag = ({ available, status }: Pick<BookableLocation, 'available' | 'status'>): string =>
  `tag ${available ? 'tag-ok' : isComingSoon({ status }) ? 'tag-wait' : 'tag-line'}`
