import { beforeEach, describe, expect, test } from 'vitest'
import type { FiscalYear } from '#domain/fiscal-year.ts'
import { paisa } from '#domain/money.ts'
import { $accounts, type Accounts, chooseAccounts, openAccounts } from '#stores/admin/accounts.ts'
import { day } from '../../domain/business.ts'
import { errorBody, withTab } from './staff-tab.ts'

const ACCOUNTS = '/api/admin/accounts'
const NONE = { received: paisa(0), refunded: paisa(0) }
const BILLED = { gross: paisa(0), taxable: paisa(0), vat: paisa(0) }
const accounts = (received: number): Accounts => ({
  from: day('2026-11-17'),
  to: day('2026-12-15'),
  totals: { ...NONE, received: paisa(received) },
  methods: [],
  plans: [],
  locations: [],
  months: [],
  bikramMonths: [],
  sales: BILLED,
  returns: BILLED,
  owed: { toUs: paisa(0), byUs: paisa(0) },
})

const YEARS: FiscalYear[] = [
  { label: '2081/82', firstDay: day('2024-07-16'), status: 'announced' },
  { label: '2082/83', firstDay: day('2025-07-17'), status: 'announced' },
  { label: '2083/84', firstDay: day('2026-07-17'), status: 'announced' },
]

const tab = withTab()
const shown = () => $accounts.get().accounts?.totals.received
async function open(url: string) {
  tab.open(url)
  const opening = openAccounts(YEARS)
  const request = tab.take(ACCOUNTS)
  await request.respond(200, accounts(100))
  await opening
  return request.query
}

beforeEach(() => $accounts.set({ groups: [], location: '' }))

describe('the period of the accounts', () => {
  test('is that of the URL, with its location', async () => {
    expect(await open('/admin/accounts?period=Kartik+2083&location=kausimaa')).toEqual({
      from: '2026-10-18',
      to: '2026-11-16',
      location: 'kausimaa',
    })
    expect(shown()).toBe(100)
  })

  test('is the present month where the URL names none', async () => {
    await open('/admin/accounts?period=Kartik')
    const { groups, period } = $accounts.get()
    expect(groups.map(({ periods }) => periods[0]?.name)).toEqual(['Mangsir 2083', 'Dec 2026', 'Fiscal year 2083/84'])
    expect(period).toEqual(groups[0]?.periods[0])
  })

  test('is stored in the URL when it is chosen, and shows nothing of another one', async () => {
    await open('/admin/accounts')
    void chooseAccounts({ period: 'Fiscal year 2082/83' })
    expect(tab.url.searchParams.get('period')).toBe('Fiscal year 2082/83')
    expect(shown()).toBeUndefined()
    const request = tab.take(ACCOUNTS)
    expect(request.query).toEqual({ from: '2025-07-17', to: '2026-07-16' })
    await request.respond(200, accounts(200))
    expect(shown()).toBe(200)
  })

  test('keeps what is shown when reading it again fails', async () => {
    await open('/admin/accounts')
    const reading = openAccounts(YEARS)
    await tab.take(ACCOUNTS).respond(503, errorBody('not_ready'))
    await reading
    expect($accounts.get()).toMatchObject({ accounts: accounts(100), failure: { code: 'not_ready' } })
  })
})
