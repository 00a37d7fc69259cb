import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { NewBooking } from '#islands/admin/bookings/NewBooking.tsx'
import { setDraftOwner } from '#stores/admin/form-drafts.ts'
import { $session } from '#stores/admin/session/session.ts'
import { replaceEnvironment } from '#stores/environment.ts'
import { refusal, type Tab, who, withTab } from '../../stores/admin/desk.ts'
import { KeptStorage } from '../../support/kept.ts'
import { mount, press, type } from '../booking/mount.ts'

let tab: Tab
withTab((opened) => {
  tab = opened
})
beforeEach(() => {
  const putBack = replaceEnvironment({ tabStorage: new KeptStorage().storage })
  close.mockClear()
  $session.set({ state: 'open', who: who() })
  setDraftOwner(who().email)
  return putBack
})

const QUOTE = { totalAmount: 50_000, lines: [], startDate: '2026-12-01', endDate: '2026-12-01', free: 9, fields: {} }
const close = vi.fn()
async function opened() {
  const { element, show } = await mount(
    <NewBooking
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
  const name = element.querySelector<HTMLInputElement>('#desk-name')
  if (!name) throw new Error('no field')
  return { element, show, name, button }
}

test('a walk-in that is closed by hand waits as it was typed, until somebody starts anew', async () => {
  const first = await opened()
  expect(first.button('Start anew')).toBeNull()
  await type(first.name, 'Sita Rai')
  await press(first.button('Close'))
  expect(close.mock.calls).toEqual([[]])
  const again = await opened()
  expect(again.name.value).toBe('Sita Rai')
  await press(again.button('Start anew'))
  expect(again.name.value).toBe('')
  expect((await opened()).name.value).toBe('')
  expect(tab.asked.every(({ method }) => method === 'GET')).toBe(true)
})

test('the price is muted and nothing can be booked until it is of what was chosen', async () => {
  const { element, button } = await opened()
  const total = element.querySelector('.desk-total')
  const plan = element.querySelector<HTMLSelectElement>('#desk-plan')
  const submit = button('Take the cash and book')
  await act(() => tab.next.answer(200, QUOTE))
  expect(submit?.hasAttribute('aria-disabled')).toBe(false)
  await act(async () => {
    if (plan) plan.value = 'professional'
    plan?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(total?.getAttribute('aria-busy')).toBe('true')
  expect(submit?.getAttribute('aria-disabled')).toBe('true')
  await act(() => tab.next.answer(503, {}))
  expect(total?.textContent).toBe('')
  expect(submit?.textContent).toBe('Ask for the price again')
  await press(submit)
  await act(() => tab.next.answer(200, { ...QUOTE, totalAmount: 912_300 }))
  expect(total?.textContent).toContain('9,123')
  expect(submit?.textContent).toBe('Take the cash and book')
  expect(submit?.hasAttribute('aria-disabled')).toBe(false)
})

test('what was booked closes the form that it was sent from, and no other one', async () => {
  const booked = { bookingId: 'BK-1', totalAmount: 50_000, state: 'confirmed' }
  const send = async () => {
    const form = await opened()
    await act(() => tab.next.answer(200, QUOTE))
    await type(form.name, 'First Customer')
    await press(form.button('Take the cash and book'))
    const asked = tab.asked.findIndex(({ method }) => method === 'POST')
    return { ...form, sent: tab.asked.splice(asked, 1)[0] }
  }
  const first = await send()
  await first.show(null)
  const second = await opened()
  await press(second.button('Start anew'))
  await type(second.name, 'Second Customer')
  await act(async () => first.sent?.answer(201, booked))
  expect(close).not.toHaveBeenCalled()
  expect(second.name.value).toBe('Second Customer')
  await second.show(null)
  expect((await opened()).name.value).toBe('Second Customer')

  tab.asked.length = 0
  const alone = await send()
  await alone.show(null)
  await act(async () => alone.sent?.answer(201, booked))
  expect(close).not.toHaveBeenCalled()
  expect((await opened()).name.value).toBe('')

  tab.asked.length = 0
  const stays = await send()
  await act(async () => stays.sent?.answer(201, booked))
  expect(close.mock.calls).toEqual([['BK-1']])
})

test('what the first try has booked is opened in place of the form, or the form begun anew', async () => {
  for (const label of ['Open it', 'start anew']) {
    close.mockClear()
    const { name, button, element, show } = await opened()
    await act(() => tab.next.answer(200, QUOTE))
    await type(name, 'Sita Rai')
    await press(button('Take the cash and book'))
    const sent = tab.asked.find(({ method }) => method === 'POST')
    tab.asked.length = 0
    await act(async () => sent?.answer(409, refusal('already_done', { bookingId: 'BK-1' })))
    expect(element.querySelector('[role=alert]')?.textContent).toContain('BK-1 was booked by the first try.')
    await press(button(label))
    expect(close.mock.calls).toEqual(label === 'Open it' ? [['BK-1']] : [])
    await show(null)
    tab.asked.length = 0
    const next = await opened()
    expect(next.name.value).toBe('')
    await next.show(null)
    tab.asked.length = 0
  }
})
