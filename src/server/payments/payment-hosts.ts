import { STRIPE_HOSTS } from '#contract/card.ts'
import { ESEWA_FORM_HOSTS } from '#contract/esewa.ts'
import { KHALTI_FRAMES, KHALTI_SCRIPT } from '#contract/khalti.ts'
import type { Env } from '../env.ts'

const STRIPE = Object.values(STRIPE_HOSTS).flat()
const KHALTI_V1 = [KHALTI_SCRIPT, KHALTI_FRAMES]
const ALL_HOSTS = [...Object.values(ESEWA_FORM_HOSTS).flatMap((hosts) => Object.values(hosts)), ...KHALTI_V1, ...STRIPE]

type Settings = Pick<Env, 'payments' | 'esewaApi' | 'khaltiApi' | 'stripe'>

/** Foreign hosts that a payment page may need in some mode, and that these settings do not need. */
export const getUnneededHosts = (settings: Settings): string[] => {
  const needed = getNeededHosts(settings)
  return ALL_HOSTS.filter((host) => !needed.includes(host))
}

function getNeededHosts({ payments, esewaApi, khaltiApi, stripe }: Settings): readonly string[] {
  if (payments === 'sandbox') return []
  return [ESEWA_FORM_HOSTS[esewaApi][payments], ...(khaltiApi === 'v1' ? KHALTI_V1 : []), ...(stripe ? STRIPE : [])]
}
