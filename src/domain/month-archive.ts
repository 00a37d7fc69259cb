export const MONTH_ARCHIVE_LABELS = {
  waiting: 'Waiting',
  running: 'In progress',
  done: 'Ready',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const satisfies Record<string, string>
export type MonthArchiveState = keyof typeof MONTH_ARCHIVE_LABELS
export const MONTH_ARCHIVE_STATES = Object.keys(MONTH_ARCHIVE_LABELS) as MonthArchiveState[]

export const OPEN_MONTH_ARCHIVES: readonly MonthArchiveState[] = ['waiting', 'running']

/** The file is deleted afterwards. */
export const MONTH_ARCHIVE_DAYS = 7
