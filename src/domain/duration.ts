const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Time left on a countdown, in whole seconds: `4:59`, from one hour `1:59:51`, from one day `1 day 18 h`. */
export function formatCountdown(seconds: number): string {
  if (seconds >= DAY) {
    const hours = Math.floor((seconds % DAY) / HOUR)
    return `${formatCount(Math.floor(seconds / DAY), 'day')}${hours > 0 ? ` ${hours} h` : ''}`
  }
  const [hours, minutes] = [Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / MINUTE)]
  const clock = hours > 0 ? `${hours}:${twoDigits(minutes)}` : `${minutes}`
  return `${clock}:${twoDigits(seconds % MINUTE)}`
}

/** Formats seconds for a sentence, rounded up: `52 minutes`. */
export function formatWait(seconds: number): string {
  if (seconds <= 90) return formatCount(Math.max(1, Math.ceil(seconds)), 'second')
  if (seconds <= 90 * MINUTE) return formatCount(Math.ceil(seconds / MINUTE), 'minute')
  return formatCount(Math.ceil(seconds / HOUR), 'hour')
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')
const formatCount = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`
