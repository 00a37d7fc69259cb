import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { INVALID_PAN } from '#contract/validation-messages.ts'
import { NewBookingDialog } from '#islands/admin/bookings/NewBookingDialog.tsx'
import { $walkIn } from '#stores/admin/desk/walk-in.ts'
import { fillFormForRenewal } from '#stores/admin/desk/walk-in-form.ts'
import { $session } from '#stores/admin/session/session.ts'
import { day } from '../../domain/business.ts'
import { errorBody, member, staffSession, startDrafts, withTab } from '../../stores/admin/staff-tab.ts'
import { click, getField, mount, type } from '../booking/mount.ts'

const tab = withTab()
beforeEach(() => {
  close.mockClear()
  $session.set({ state: 'open', user: staffSession() })
  return startDrafts()
})

const QUOTE = { totalAmount: 50_000, lines: [], startDate: '2026-12-01', endDate: '2026-12-01', free: 9, fields: {} }
const close = vi.fn()
async function mountForm() {
  const { element, show } = await mount(
    <NewBookingDialog
      locations={{ kausimaa: 'Kausimaa' }}
      plans={{ explorer: 'Explorer', professional: 'Professional' }}
      bookable={{ locations: ['kausimaa'], plans: ['explorer', 'professional'] }}
      addOns={[]}
      close={close}
    />,
  )
  const button = (label: string) =>
    [...element.querySelectorAll('button')].find(
      (each) => each.textContent === label || each.getAttribute('aria-label') === label,
    ) ?? null
  const name = getField(element, '#desk-name')
  return { element, show, name, button }
}

test('a closed walk-in form restores its draft until it is restarted', async () => {
  const first = await mountForm()
  expect(first.button('Start over')).toBeNull()
  await type(first.name, 'Sita Rai')
  await click(first.button('Close'))
  expect(close.mock.calls).toEqual([[]])
  const reopened = await mountForm()
  expect(reopened.name.value).toBe('Sita Rai')
  await click(reopened.button('Start over'))
  expect(reopened.name.value).toBe('')
  expect((await mountForm()).name.value).toBe('')
  expect(tab.requests.every(({ method }) => method === 'GET')).toBe(true)
})

test('Cancel closes a walk-in form like its close button', async () => {
  await click((await mountForm()).button('Cancel'))
  expect(close.mock.calls).toEqual([[]])
})

test('too many seats name the limit, because staff cannot ask for an offer', async () => {
  const { element } = await mountForm()
  await act(() => tab.next.respond(200, QUOTE))
  const fields = { seats: 'We book up to 20 people online. Ask for an offer for more' }
  await type(getField(element, '#desk-seats'), '30')
  await act(() => tab.next.respond(200, { ...QUOTE, totalAmount: null, fields }))
  expect(element.querySelector('#desk-seats-error')?.textContent).toBe(
    'Enter 1 to 20 seats. Add another booking for more.',
  )
  expect(element.querySelector('.desk-total')?.textContent).toBe('Fix the marked fields to see the price.')
})

test('half a seat stays in its field and is rejected', async () => {
  const { element } = await mountForm()
  await act(() => tab.next.respond(200, QUOTE))
  await type(getField(element, '#desk-seats'), '2.5')
  expect(getField(element, '#desk-seats').value).toBe('2.5')
  const quote = tab.next
  expect(quote.query).toMatchObject({ seats: '2.5' })
  await act(() => quote.respond(200, { ...QUOTE, totalAmount: null, fields: { seats: 'Enter 1 to 20' } }))
  expect(element.querySelector('#desk-seats-error')?.textContent).toBe(
    'Enter 1 to 20 seats. Add another booking for more.',
  )
})

test('the number of seats can be emptied and typed again', async () => {
  const { element } = await mountForm()
  const seats = getField(element, '#desk-seats')
  expect(seats.value).toBe('1')
  await type(seats, '')
  expect(seats.value).toBe('')
  await type(seats, '5')
  expect(seats.value).toBe('5')
})

test('booking is disabled until the price of the selection is loaded', async () => {
  const { element, button } = await mountForm()
  const total = element.querySelector('.desk-total')
  const plan = element.querySelector<HTMLSelectElement>('#desk-plan')
  const submit = button('Book and record payment')
  await act(() => tab.next.respond(200, QUOTE))
  expect(submit?.hasAttribute('aria-disabled')).toBe(false)
  await act(async () => {
    if (plan) plan.value = 'professional'
    plan?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(total?.getAttribute('aria-busy')).toBe('true')
  expect(submit?.getAttribute('aria-disabled')).toBe('true')
  await act(() => tab.next.respond(503, {}))
  expect(total?.textContent).toBe('')
  expect(submit?.textContent).toBe('Reload the price')
  await click(submit)
  await act(() => tab.next.respond(200, { ...QUOTE, totalAmount: 912_300 }))
  expect(total?.textContent).toContain('9,123')
  expect(submit?.textContent).toBe('Book and record payment')
  expect(submit?.hasAttribute('aria-disabled')).toBe(false)
})

test('a payment by card asks for the slip number, which cash does not send', async () => {
  const { element, button } = await mountForm()
  await act(() => tab.next.respond(200, QUOTE))
  const choose = async (paid: string) => {
    const select = element.querySelector<HTMLSelectElement>('#desk-paid')
    await act(async () => {
      if (select) select.value = paid
      select?.dispatchEvent(new Event('change', { bubbles: true }))
    })
  }
  const submit = async () => {
    await click(button('Book and record payment'))
    return tab.take('/api/admin/bookings', 'POST')
  }
  expect(element.querySelector('#desk-reference')).toBeNull()
  await choose('card_terminal')
  expect(element.querySelector('label[for="desk-reference"]')?.textContent).toContain('Slip number')
  await type(getField(element, '#desk-reference'), '00')
  const short = await submit()
  expect(short.body).toMatchObject({ paid: 'card_terminal', reference: '00' })
  const fields = { reference: 'Enter the slip number' }
  await act(() => short.respond(422, errorBody('invalid', { fields })))
  expect(element.querySelector('#desk-reference-error')?.textContent).toBe(fields.reference)
  await choose('cash')
  const { body } = await submit()
  expect(body).toMatchObject({ paid: 'cash' })
  expect(body).not.toHaveProperty('reference')
})

test('a renewal has fixed terms, sends its membership and can become a new booking', async () => {
  fillFormForRenewal(member(1, { endDate: day('2099-01-10'), company: 'Himal & Co' }))
  const { element, button } = await mountForm()
  expect(element.textContent).toContain('This renews a membership. Professional at Kausimaa continues on 10 Jan 2099')
  for (const id of ['desk-location', 'desk-plan', 'desk-start', 'desk-billing', 'desk-end'])
    expect(element.querySelector(`#${id}`)).toBeNull()
  expect(tab.requests.at(-1)?.query).toMatchObject({ renews: 'm1' })
  await act(() => tab.next.respond(200, QUOTE))
  await click(button('Book and record payment'))
  const { body } = tab.take('/api/admin/bookings', 'POST')
  expect(body).toMatchObject({ renews: 'm1', startDate: '2099-01-10', contactInfo: { company: 'Himal & Co' } })
  await click(button('Make a new booking instead'))
  expect(tab.requests.at(-1)?.query).not.toHaveProperty('renews')
  expect(getField(element, '#desk-start').value).toBe('2099-01-10')
})

test('a renewal is not called a restored booking before it was closed', async () => {
  fillFormForRenewal(member(1, { endDate: day('2099-01-10') }))
  const first = await mountForm()
  expect(first.name.value).toBe('Nisha Karki')
  expect(first.element.textContent).not.toContain('We restored your unfinished booking.')
  await first.show(null)
  const reopened = await mountForm()
  expect(reopened.element.textContent).toContain('We restored your unfinished booking.')
  await click(reopened.button('Start over'))
  expect(reopened.name.value).toBe('')
})

test('a renewal that was made elsewhere is refused with the reason', async () => {
  fillFormForRenewal(member(1, { endDate: day('2099-01-10') }))
  const { element, button } = await mountForm()
  await act(() => tab.next.respond(409, errorBody('already_done', { message: 'This period is already renewed' })))
  expect(element.querySelector('[role=alert]')?.textContent).toContain('This period is already renewed')
  expect(button('Make a new booking instead')).not.toBeNull()
})

test('a placed booking closes only the form that sent it', async () => {
  const booked = { bookingId: 'BK-1', totalAmount: 50_000, state: 'confirmed' }
  const send = async () => {
    tab.requests.length = 0
    const form = await mountForm()
    await act(() => tab.next.respond(200, QUOTE))
    await type(form.name, 'First Customer')
    await click(form.button('Book and record payment'))
    return { ...form, sent: tab.take('/api/admin/bookings', 'POST') }
  }
  const first = await send()
  await first.show(null)
  const second = await mountForm()
  await click(second.button('Start over'))
  await type(second.name, 'Second Customer')
  await act(async () => first.sent.respond(201, booked))
  expect(close).not.toHaveBeenCalled()
  expect(second.name.value).toBe('Second Customer')
  await second.show(null)
  expect((await mountForm()).name.value).toBe('Second Customer')

  const alone = await send()
  await alone.show(null)
  await act(async () => alone.sent.respond(201, booked))
  expect(close).not.toHaveBeenCalled()
  expect((await mountForm()).name.value).toBe('')

  const stays = await send()
  await act(async () => stays.sent.respond(201, booked))
  expect(close.mock.calls).toEqual([['BK-1']])
})

test('a booking placed by an earlier attempt can be opened, or the form can be restarted', async () => {
  for (const label of ['Open it', 'start over']) {
    close.mockClear()
    const { name, button, element, show } = await mountForm()
    await act(() => tab.next.respond(200, QUOTE))
    await type(name, 'Sita Rai')
    await click(button('Book and record payment'))
    const sent = tab.take('/api/admin/bookings', 'POST')
    tab.requests.length = 0
    await act(async () => sent.respond(409, errorBody('already_done', { bookingId: 'BK-1' })))
    expect(element.querySelector('[role=alert]')?.textContent).toContain('BK-1 was booked by your first attempt.')
    await click(button(label))
    expect(close.mock.calls).toEqual(label === 'Open it' ? [['BK-1']] : [])
    await show(null)
    tab.requests.length = 0
    const next = await mountForm()
    expect(next.name.value).toBe('')
    await next.show(null)
    tab.requests.length = 0
  }
})

test('an invalid PAN opens its details, which stay open while it is corrected', async () => {
  const { element } = await mountForm()
  await act(() => tab.next.respond(200, QUOTE))
  const details = getField(element, '#desk-pan').closest('details')
  expect(details?.open).toBe(false)
  await act(async () => $walkIn.set({ ...$walkIn.get(), fields: { pan: INVALID_PAN } }))
  expect(details?.open).toBe(true)
  // Browsers send it after the details have opened.
  await act(async () => details?.dispatchEvent(new Event('toggle')))
  await act(async () => $walkIn.set({ ...$walkIn.get(), fields: {} }))
  expect(details?.open).toBe(true)
})
