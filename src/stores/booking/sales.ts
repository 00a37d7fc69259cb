import { computed } from 'nanostores'
import { SAME_DAY_CUTOFF_MINUTES, salesAt } from '#domain/same-day.ts'
import { $clockOffset, now } from '../clock.ts'
import { $site } from '../site.ts'
import { $today } from '../today.ts'
import { $catalogue } from './catalogue.ts'

/** Where today can still be booked, by the default cut-off until the server has responded. */
export const $sales = computed([$catalogue, $site, $today, $clockOffset], ({ locations }, site) =>
  salesAt(locations, now(), site?.sameDayCutoffMinutes ?? SAME_DAY_CUTOFF_MINUTES),
)
