import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { npr, paisa } from '#domain/money.ts'
import type { Role } from '#domain/staff.ts'
import { BillDrawer } from '#islands/admin/bills/BillDrawer.tsx'
import { BillSettings } from '#islands/admin/bills/BillSettings.tsx'
import { BillsTable } from '#islands/admin/bills/BillsTable.tsx'
import { PrintDay } from '#islands/admin/bills/PrintDay.tsx'
import { BookingBills } from '#islands/admin/bookings/BookingBills.tsx'
import { $selectedBill, type BillDetail, bills } from '#stores/admin/bills/bills.ts'
import { $billSettings } from '#stores/admin/bills/settings.ts'
import { $session } from '#stores/admin/session/session.ts'
import { day } from '../../domain/business.ts'
import { errorBody, row, staffSession, withTab } from '../../stores/admin/staff-tab.ts'
import { recordSavedFiles } from '../../support/saved-files.ts'
import { click, findButton, getField, mount, textsOf, type } from '../booking/mount.ts'

const tab = withTab()
const saved = recordSavedFiles()

const BILL: BillDetail['bill'] = {
  number: 'KAU-8384-00001',
  kind: 'vat',
  heading: 'Tax Invoice',
  issuedOn: day('2026-12-01'),
  locationName: 'Kausimaa',
  buyerName: 'Nisha Karki',
  buyerPan: '',
  total: paisa(113_000),
  method: 'eSewa',
  bookingId: 'BK-1',
  paymentId: 'p1',
  of: null,
}
const DETAIL: BillDetail = {
  bill: BILL,
  taxable: paisa(100_000),
  vat: paisa(13_000),
  issuedBy: 'System',
  reason: null,
  copies: [{ copy: 0, medium: 'email', by: null, at: '2026-12-01T04:15:00.000Z' }],
  notes: [],
  canCorrect: true,
}
const PATH = `/api/admin/bills/${BILL.number}`

beforeEach(() => {
  $billSettings.set({})
  bills.$list.set({ next: null, status: 'idle' })
})
async function mountDrawer(role: Role, over: Partial<BillDetail> = {}) {
  $session.set({ state: 'open', user: staffSession({ role }) })
  const selected = { state: 'open', id: BILL.number, detail: { ...DETAIL, ...over } } as const
  $selectedBill.set(selected)
  const { element } = await mount(<BillDrawer selected={selected} close={() => {}} />)
  return { element, button: (name: string) => findButton(element, name) }
}

test('a bill is shown with its amounts and copies', async () => {
  const { element } = await mountDrawer('desk')
  expect(element.textContent).toContain('VATNPR\u00a0130')
  expect(element.textContent).toContain('Original, emailed, ')
})

test('a credit note is tagged, and its amount is negative, as in the sum of the list', async () => {
  const credit = { ...BILL, number: 'KAU-CN-8384-00001', kind: 'credit', heading: 'Credit Note' } as const
  const { element } = await mount(<BillsTable rows={[BILL, credit]} busy={false} selected={undefined} />)
  expect(textsOf(element, '.cell-amount')).toEqual([npr(paisa(113_000)), npr(paisa(-113_000))])
  expect(textsOf(element, '.tag')).toEqual(['Credit Note'])
})

test.each([
  ['a manager', 'manager', true, true],
  ['the front desk', 'desk', true, false],
  ['an owner after a correction', 'owner', false, false],
] as const)('%s is offered a correction where it is allowed', async (_, role, canCorrect, offered) => {
  const { button } = await mountDrawer(role, { canCorrect })
  expect(button('Correct the buyer') !== null).toBe(offered)
})

test('a correction marks invalid fields, and opens the new bill', async () => {
  const { element, button } = await mountDrawer('manager')
  await click(button('Correct the buyer'))
  await type(getField(element, '#bill-buyer'), 'Himal & Co')
  await type(getField(element, '#bill-pan'), '6012')
  await type(getField(element, '#bill-reason'), 'The company books it')
  await click(button('Issue a corrected bill'))
  const first = tab.take(`${PATH}/correction`, 'POST')
  const fields = { pan: 'A PAN has nine digits. Check it, or leave it empty' }
  await act(() => first.respond(422, errorBody('invalid', { fields })))
  expect(element.querySelector('#bill-pan-error')?.textContent).toBe(fields.pan)
  await type(getField(element, '#bill-pan'), '601234567')
  await click(button('Issue a corrected bill'))
  const second = tab.take(`${PATH}/correction`, 'POST')
  expect(second.body).toEqual({ buyerName: 'Himal & Co', pan: '601234567', reason: 'The company books it' })
  expect(second.key).not.toBe(first.key)
  await act(() => second.respond(201, { credit: 'KAU-CN-8384-00001', bill: 'KAU-8384-00002' }))
  expect($selectedBill.get()).toMatchObject({ state: 'loading', id: 'KAU-8384-00002' })
  expect(tab.url.searchParams.get('open')).toBe('KAU-8384-00002')
})

test('a download counts a copy, also once after a lost response', async () => {
  const { button } = await mountDrawer('desk')
  await click(button('Download'))
  const lost = tab.take(`${PATH}/copies`, 'POST')
  expect(lost.body).toEqual({ medium: 'pdf' })
  await act(() => lost.respond(500, errorBody('internal')))
  await click(button('Download'))
  const repeated = tab.take(`${PATH}/copies`, 'POST')
  expect(repeated.key).toBe(lost.key)
  await act(() => repeated.respond(201, { copy: 2 }))
  const file = tab.take(`${PATH}/bill.pdf`)
  expect(file.query).toEqual({ copy: '2' })
  await act(() => file.respond(200, '%PDF'))
  expect(saved).toEqual(['KAU-8384-00001.pdf application/pdf'])
  // The copies are read again.
  expect(tab.requests.map(({ path }) => path)).toEqual([PATH])
})

test('the bills of a day are saved, and a day without bills is named', async () => {
  const { element } = await mount(<PrintDay locations={{ 'dhobighat-hub': 'Dhobighat Hub', kausimaa: 'Kausimaa' }} />)
  await click(findButton(element, 'Print the bills of a day'))
  const print = async () => {
    await click(findButton(element, 'Download for printing'))
    return tab.take('/api/admin/bills/day.pdf')
  }
  const empty = await print()
  expect(empty.query).toEqual({ location: 'dhobighat-hub', date: '2026-12-01' })
  await act(() => empty.respond(404, errorBody('not_found', { message: 'No bills were issued here on this day.' })))
  expect(element.textContent).toContain('No bills were issued here on this day.')
  const location = element.querySelector<HTMLSelectElement>('#print-location')
  await act(async () => {
    if (location) location.value = 'kausimaa'
    location?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  const found = await print()
  expect(found.query).toEqual({ location: 'kausimaa', date: '2026-12-01' })
  await act(() => found.respond(200, '%PDF'))
  expect(saved).toEqual(['bills-kausimaa-2026-12-01.pdf application/pdf'])
})

test('the owner confirms tax invoices', async () => {
  const settings = {
    mode: 'vat' as const,
    isSample: true,
    seller: { name: 'Chautari Pvt. Ltd.', address: 'Lalitpur', pan: '301234567' },
    taxInvoice: null,
    endsOn: day('2027-07-17'),
    waiting: 2,
  }
  $billSettings.set({ settings })
  const { element } = await mount(<BillSettings />)
  expect(element.textContent).toContain('2 payments wait for a bill')
  expect(element.textContent).toContain('Numbers until16 Jul 2027')
  await click(findButton(element, 'Confirm tax invoices'))
  const sent = tab.take('/api/admin/bill-settings', 'PUT')
  expect(sent.body).toEqual({ taxInvoice: true })
  const taxInvoice = { by: 'owner@example.com', at: '2026-12-01T04:15:00.000Z' }
  await act(() => sent.respond(200, { ...settings, taxInvoice }))
  expect(element.textContent).toContain('owner@example.com confirmed on')
  expect(findButton(element, 'Head new bills “Booking invoice” again')).not.toBeNull()
})

test('the bills of a booking link to their screen', async () => {
  const detail = { ...row(1), payments: [] } as unknown as BookingDetail
  const { element } = await mount(<BookingBills detail={detail} />)
  const request = tab.take('/api/admin/bills')
  expect(request.query).toEqual({ q: detail.bookingId })
  await act(() => request.respond(200, { items: [BILL], next: null }))
  expect(element.querySelector('a')?.getAttribute('href')).toBe(`/admin/bills?open=${BILL.number}`)
})
