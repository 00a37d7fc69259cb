import { act } from 'react'
import { expect, test } from 'vitest'
import type { CashUpDay } from '#contract/admin/till.ts'
import { paisa } from '#domain/money.ts'
import { SharedTill } from '#islands/admin/cash-up/SharedTill.tsx'
import { Till } from '#islands/admin/cash-up/Till.tsx'
import { day } from '../../domain/business.ts'
import { errorBody, withTab } from '../../stores/admin/staff-tab.ts'
import { click, findButton, getField, mount, textsOf, type } from '../booking/mount.ts'

const tab = withTab()

const amounts = (cash: number) => ({ cash: paisa(cash), counter_qr: paisa(0), card_terminal: paisa(0) })
const PERSON: CashUpDay['people'][number] = {
  staffId: 's1',
  name: 'Maya',
  isOwn: true,
  version: 0,
  status: 'open',
  canCount: true,
  canApprove: false,
  opening: paisa(100_000),
  float: null,
  expected: amounts(150_000),
  count: null,
  movements: [
    {
      at: '2026-12-01T04:15:00.000Z',
      bookingId: 'BK-1',
      customerName: 'Nisha',
      method: 'cash',
      reference: null,
      amount: paisa(50_000),
    },
  ],
}
const DAY: CashUpDay = {
  locationId: 'kausimaa',
  locationName: 'Kausimaa',
  date: day('2026-12-01'),
  people: [PERSON],
  shared: null,
}
const mountTill = (over: Partial<typeof PERSON> = {}) => mount(<Till day={DAY} person={{ ...PERSON, ...over }} />)

/** Counts this much cash and nothing else. */
async function fill(element: HTMLElement, cash: string) {
  const values = { cash, counter_qr: '0', card_terminal: '0', banked: '0', name: 'Maya Rai' }
  for (const [name, value] of Object.entries(values)) await type(getField(element, `#till-s1-${name}`), value)
}

test('the till shows the difference while it is counted, and when it needs a manager', async () => {
  const { element } = await mountTill()
  const status = () => element.querySelector('form [role=status]')?.textContent
  await fill(element, '1,500')
  expect(status()).toBe('')
  await fill(element, '1,450')
  expect(status()).toMatch(/^Difference: Cash at the desk NPR\s50 missing\.$/)
  await fill(element, '1,300')
  expect(status()).toContain('A manager must approve this difference.')
  await fill(element, '1,550')
  expect(status()).toMatch(/^Difference: Cash at the desk NPR\s50 too much\.$/)
})

test('the reason for a difference appears with a difference, and a focused field stays', async () => {
  const { element } = await mountTill()
  const reason = () => element.querySelector<HTMLInputElement>('#till-s1-reason')
  await fill(element, '1,500')
  expect(reason()).toBeNull()
  await fill(element, '1,450')
  await act(async () => reason()?.focus())
  await type(getField(element, '#till-s1-reason'), 'Wrong change')
  await fill(element, '1,500')
  expect(reason()?.value).toBe('Wrong change')
  await type(getField(element, '#till-s1-reason'), '')
  expect(document.activeElement).toBe(reason())
  await act(async () => getField(element, '#till-s1-name').focus())
  expect(reason()).toBeNull()
})

test('a method shows its difference as soon as it is counted', async () => {
  const { element } = await mountTill()
  const differences = () => textsOf(element, 'form td:last-child')
  expect(differences()).toEqual(['–', '0', '0'])
  await type(getField(element, '#till-s1-cash'), '1,500')
  expect(differences()).toEqual(['0', '0', '0'])
  await type(getField(element, '#till-s1-opening'), '')
  expect(differences()).toEqual(['–', '0', '0'])
})

test('the till names its person and explains the expected cash', async () => {
  const { element } = await mountTill()
  expect(element.querySelector('h3')?.textContent).toBe('Till of Maya')
  expect(element.querySelector('form')?.textContent).toContain('plus today’s cash, less refunds paid out.')
  const past = await mount(<Till day={{ ...DAY, date: day('2026-11-30') }} person={PERSON} />)
  expect(past.element.querySelector('form')?.textContent).toContain('plus the day’s cash, less refunds paid out.')
})

test('the count is signed with a name', async () => {
  const { element } = await mountTill()
  await fill(element, '1,500')
  await click(element.querySelector('[type=submit]'))
  const request = tab.take('/api/admin/cash-up', 'PUT')
  expect(request.body).toEqual({
    ...{ locationId: 'kausimaa', date: '2026-12-01', staffId: 's1', version: 0 },
    ...{ opening: 100_000, banked: 0, counted: amounts(150_000), reason: '', signedName: 'Maya Rai' },
  })
  await act(() => request.respond(422, errorBody('invalid', { fields: { reason: 'Enter a reason' } })))
  expect(element.textContent).toContain('Enter a reason')
})

test('the opening float of later days is that of the last cash-up', async () => {
  const { element } = await mountTill({ float: paisa(100_000) })
  expect(element.querySelector('#till-s1-opening')).toBeNull()
  await fill(element, '1,500')
  await click(element.querySelector('[type=submit]'))
  expect(tab.take('/api/admin/cash-up', 'PUT').body).not.toHaveProperty('opening')
})

test('an approved count is not replaced by the desk', async () => {
  const count = {
    ...{ expected: amounts(150_000), counted: amounts(100_000), banked: paisa(0), reason: 'Wrong change' },
    ...{ signedName: 'Maya Rai', signedAt: '2026-12-01T14:15:00.000Z', approvedBy: 'Asha' },
  }
  const { element } = await mountTill({ status: 'signed', version: 2, count, canCount: false })
  expect(element.textContent).not.toContain('Count again')
})

test('a missing amount and the missing name are marked, and nothing is sent', async () => {
  const { element } = await mountTill()
  await click(element.querySelector('[type=submit]'))
  expect([...element.querySelectorAll('[aria-invalid=true]')].map(({ id }) => id)).toEqual([
    'till-s1-cash',
    'till-s1-name',
  ])
  expect(tab.requests).toEqual([])
})

test.each([true, false])('a difference can be approved from the till: %s', async (canApprove) => {
  const count = {
    ...{ expected: amounts(150_000), counted: amounts(100_000), banked: paisa(0), reason: 'Wrong change' },
    ...{ signedName: 'Maya Rai', signedAt: '2026-12-01T14:15:00.000Z', approvedBy: null },
  }
  const { element } = await mountTill({ status: 'differs', version: 1, count, canApprove })
  const labels = [...element.querySelectorAll('button')].map(({ textContent }) => textContent)
  expect(labels.includes('Approve NPR\u00a0500 missing')).toBe(canApprove)
  expect(element.querySelector('td.text-danger')?.textContent).toBe('−500')
  await click(findButton(element, 'Count again'))
  expect(findButton(element, 'Approve NPR\u00a0500 missing')).toBeNull()
  const cash = () => getField(element, '#till-s1-cash')
  expect(cash().value).toBe('1,000')
  const buttons = textsOf(element, 'form button')
  expect(buttons).toEqual(['Sign cash-up', 'Save without signing', 'Cancel'])
  await type(cash(), '900')
  await click(findButton(element, 'Cancel'))
  expect(findButton(element, 'Approve NPR\u00a0500 missing') !== null).toBe(canApprove)
  await click(findButton(element, 'Count again'))
  expect(cash().value).toBe('1,000')
})

test('the people at one till are told whose cash is not counted, and what it should hold', async () => {
  const uncounted = [
    { name: 'Maya', isOwn: true, cash: paisa(50_000) },
    { name: 'Sita', isOwn: false, cash: paisa(120_000) },
    { name: 'Dipa', isOwn: false, cash: paisa(-20_000) },
  ]
  const { element } = await mount(<SharedTill locationName="Kausimaa" shared={{ cash: paisa(250_000), uncounted }} />)
  expect(element.textContent?.replaceAll('\u00a0', ' ')).toBe(
    'The till of Kausimaa should hold NPR 2,500 in cash. Sita has NPR 1,200 in cash that is not counted yet. ' +
      'Dipa paid out NPR 200 in cash that is not counted yet. Finish one count before you start the next.',
  )
})

test.each([
  [50_000, ': NPR 1,000 more in cash. Add it to what you counted, then sign.'],
  [250_000, ': NPR 1,000 less in cash. Add it to what you counted, then sign.'],
  [150_000, 'signature. Add it to what you counted, then sign.'],
])('a till that expected %i paisa of cash when it was counted says what moved since', async (cash, text) => {
  const count = {
    ...{ expected: amounts(cash), counted: amounts(cash), banked: paisa(0), reason: '' },
    ...{ signedName: 'Maya Rai', signedAt: '2026-12-01T14:15:00.000Z', approvedBy: null },
  }
  const { element } = await mountTill({ status: 'changed', version: 1, count })
  expect(element.textContent?.replaceAll('\u00a0', ' ')).toContain(text)
})
