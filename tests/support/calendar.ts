import ICAL from 'ical.js'

/** Reads a calendar file with another library than the one that writes it. Fails unless it has exactly one entry. */
export function parseCalendar(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  const [entry, ...others] = calendar.getAllSubcomponents('vevent')
  if (!entry || others.length > 0) throw new Error('The file does not have one entry')
  return {
    method: calendar.getFirstPropertyValue('method'),
    version: calendar.getFirstPropertyValue('version'),
    entry,
    event: new ICAL.Event(entry),
  }
}
