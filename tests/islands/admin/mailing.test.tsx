import { act } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Role } from '#domain/staff.ts'
import { PersonContacts } from '#islands/admin/day-sheet/PersonContacts.tsx'
import { WriteToEveryone } from '#islands/admin/day-sheet/WriteToEveryone.tsx'
import { Toasts } from '#islands/admin/Toasts.tsx'
import type { Sheet } from '#stores/admin/desk/day-sheet.ts'
import { $session } from '#stores/admin/session/session.ts'
import { $toasts, dismissToast, showEventToast, showMailingToast } from '#stores/admin/toasts.ts'
import { environment } from '#stores/environment.ts'
import { day } from '../../domain/business.ts'
import { errorBody, row, staffSession, startDrafts, withTab } from '../../stores/admin/staff-tab.ts'
import { click, getField, mount, type } from '../booking/mount.ts'

const tab = withTab()
beforeEach(() => {
  for (const { id } of $toasts.get()) dismissToast(id)
  signIn('manager')
  return startDrafts()
})

const signIn = (role: Role) => $session.set({ state: 'open', user: staffSession({ role }) })

const sheetOf = (date: string): Sheet => ({
  locationId: 'dhobighat-hub',
  locationName: 'Dhobighat Hub',
  date: day(date),
  opens: '06:00',
  closes: '22:00',
  seats: 30,
  taken: 0,
  blocked: 0,
  handover: { body: '', version: 0, by: null, earlier: null },
  people: [],
  tours: [],
  rooms: [],
})

const PREVIEW = {
  recipients: ['Asha Rai', 'Bikash Gurung'],
  withoutEmail: ['Sita Rai'],
  text: 'Hello Asha,\n\nThe water is off.',
}
const SENT = { mailingId: 'm1', recipients: 2, undoUntil: '2026-12-01T04:15:30.000Z', undone: false }
const TEXT = { subject: 'No water', body: 'The water is off.' }

/** The label of phones and that of wide screens, of which one is shown. */
const OPENER = 'Email alleveryone who comes'

async function mountDialog(date = '2026-12-10') {
  const { element } = await mount(
    <>
      <main id="main" tabIndex={-1}>
        <WriteToEveryone sheet={sheetOf(date)} />
      </main>
      <Toasts />
    </>,
  )
  const button = (label: string) => [...element.querySelectorAll('button')].find((each) => each.textContent === label)
  const press = (label: string) => click(button(label) ?? null)
  return { element, button, press }
}

async function writeText() {
  const dialog = await mountDialog()
  await dialog.press(OPENER)
  await type(getField(dialog.element, '#mailing-subject'), TEXT.subject)
  await type(getField(dialog.element, '#mailing-body'), TEXT.body)
  return dialog
}

async function sendText() {
  const dialog = await writeText()
  await dialog.press('Preview')
  await act(() => tab.next.respond(200, PREVIEW))
  await dialog.press('Email 2 people')
  return dialog
}

describe('the email to everyone who comes', () => {
  test('is offered to managers, for today and later days', async () => {
    for (const [role, date, isOffered] of [
      ['manager', '2026-12-01', true],
      ['owner', '2026-12-10', true],
      ['manager', '2026-11-30', false],
      ['desk', '2026-12-10', false],
    ] as const) {
      await act(async () => signIn(role))
      const { button } = await mountDialog(date)
      expect([role, date, button(OPENER) !== undefined]).toEqual([role, date, isOffered])
    }
  })

  test('shows its text, the count and who has no email before it is sent', async () => {
    const { element, press } = await writeText()
    await press('Preview')
    const request = tab.next
    expect(request).toMatchObject({
      path: '/api/admin/mailings/preview',
      body: { locationId: 'dhobighat-hub', date: '2026-12-10', ...TEXT },
    })
    await act(() => request.respond(200, PREVIEW))
    const text = element.querySelector('dialog')?.textContent
    for (const part of [
      TEXT.subject,
      '2 people will get this email: Asha Rai, Bikash Gurung.',
      PREVIEW.text,
      'Without an email address: Sita Rai.',
    ])
      expect(text).toContain(part)
    expect(document.activeElement?.textContent).toBe('2 people will get this email: Asha Rai, Bikash Gurung.')
    await press('Change the text')
    expect(getField(element, '#mailing-subject').value).toBe(TEXT.subject)
  })

  test('cannot be sent without recipients', async () => {
    const { element, button, press } = await writeText()
    await press('Preview')
    await act(() => tab.next.respond(200, { recipients: [], withoutEmail: ['Sita Rai'], text: '' }))
    expect(element.querySelector('dialog')?.textContent).toContain('No one with a confirmed booking on this day')
    expect(button('Email 0 people')).toBeUndefined()
  })

  test('shows invalid fields', async () => {
    const { element, press } = await writeText()
    await press('Preview')
    await act(() => tab.next.respond(422, errorBody('invalid', { fields: { body: 'Write a message' } })))
    expect(getField(element, '#mailing-body').getAttribute('aria-invalid')).toBe('true')
    expect(element.textContent).toContain('Write a message')
  })

  test('is sent again with the same key after a lost response, and then its text is cleared', async () => {
    const { element, press } = await sendText()
    const first = tab.next
    await act(() => first.respond(503, errorBody('not_ready')))
    await press('Email 2 people')
    const second = tab.next
    expect(second).toMatchObject({ path: '/api/admin/mailings', key: first.key })
    await act(() => second.respond(201, SENT))
    expect(element.querySelector('dialog')).toBeNull()
    await press(OPENER)
    expect(getField(element, '#mailing-subject').value).toBe('')
  })

  test('can be undone for 30 seconds, also while other toasts appear', async () => {
    const { element, button, press } = await sendText()
    await act(() => tab.next.respond(201, SENT))
    for (const id of ['a', 'b', 'c', 'd'])
      await act(async () => showEventToast({ id, event: { kind: 'booking_new', booking: row(1) } }, true))
    await act(() => vi.advanceTimersByTimeAsync(29_999))
    expect(element.textContent).toContain('Email to 2 people')
    await press('Undo')
    await press('Undoing…')
    const request = tab.next
    expect(request).toMatchObject({ method: 'DELETE', path: '/api/admin/mailings/m1' })
    expect(tab.requests).toEqual([])
    await act(() => request.respond(200, { undone: true }))
    expect(element.textContent).toContain('Email withdrawn')
    expect(document.activeElement?.id).toBe('main')
    expect(button('Undo')).toBeUndefined()
    await act(() => vi.advanceTimersByTimeAsync(6_000))
    expect($toasts.get()).toEqual([])
  })

  test('is shown as withdrawn when it was undone before its request was repeated', async () => {
    const { element, press, button } = await sendText()
    await act(() => tab.next.respond(503, errorBody('not_ready')))
    await press('Email 2 people')
    await act(() => tab.next.respond(201, { ...SENT, undone: true }))
    expect(element.textContent).toContain('Email withdrawn')
    expect(button('Undo')).toBeUndefined()
  })

  test('can be undone again after a failed attempt', async () => {
    const { element, press } = await sendText()
    await act(() => tab.next.respond(201, SENT))
    for (const [status, code] of [
      [503, 'not_ready'],
      [500, 'internal'],
    ] as const) {
      await press('Undo')
      await act(() => tab.next.respond(status, errorBody(code)))
      expect(element.textContent).toContain('Undoing it failed. Try again. Undo')
    }
    await press('Undo')
    await act(() => tab.next.respond(200, { undone: true }))
    expect(element.textContent).toContain('Email withdrawn')
    expect(element.textContent).not.toContain('failed')
  })

  test('can be undone on another screen of the tab, for the rest of that time, as can an earlier one', async () => {
    const openNextScreen = async () => {
      const stored = getStored()
      for (const { id } of $toasts.get()) await act(async () => dismissToast(id))
      environment()
        .tabStorage()
        .setItem('admin-mailings', stored ?? '[]')
      return (await mount(<Toasts />)).element
    }
    const getStored = () => environment().tabStorage().getItem('admin-mailings')
    await sendText()
    await act(() => tab.next.respond(201, SENT))
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    await act(async () =>
      showMailingToast({ mailingId: 'm2', recipients: 7, subject: 'No power', isUndone: false }, 30_000),
    )
    const next = await openNextScreen()
    for (const part of ['Email to 2 people', 'Email to 7 people']) expect(next.textContent).toContain(part)
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect((await openNextScreen()).textContent).not.toContain('Email to 2 people')
    expect($toasts.get().map(({ id }) => id)).toEqual(['m2'])
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect($toasts.get()).toEqual([])
    expect(getStored()).toBeNull()
    expect((await openNextScreen()).textContent).toBe('')
  })

  test('can no longer be undone after 30 seconds', async () => {
    const { element, press } = await sendText()
    await act(() => tab.next.respond(201, SENT))
    await press('Undo')
    await act(() => tab.next.respond(409, errorBody('wrong_state')))
    expect(element.textContent).toContain('Failed: Undo of “No water” message: wrong_state')
    for (const { id } of $toasts.get()) await act(async () => dismissToast(id))
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    expect($toasts.get()).toEqual([])
  })
})

test('a person on the day sheet can be called, and written to on a mobile number with the text prefilled', async () => {
  const links = async (phone: string) => {
    const person = { bookingId: 'BK-1796000000001-AAAA', customerName: 'Nisha Karki', phone }
    const { element } = await mount(<PersonContacts person={person} sheet={sheetOf('2026-12-10')} />)
    return [...element.querySelectorAll('a')]
  }
  expect(await links('')).toEqual([])
  expect((await links('+97715551234 ext 5')).map(({ href }) => href)).toEqual(['tel:+97715551234;ext=5'])
  const [call, message] = await links('+9779841234567')
  expect([call?.href, call?.textContent]).toEqual(['tel:+9779841234567', '+9779841234567'])
  const { href = '', rel } = message ?? {}
  expect(decodeURIComponent(href)).toBe(
    'https://wa.me/9779841234567?text=Hello Nisha Karki, this is Dhobighat Hub about your booking BK-1796000000001-AAAA on Thursday, 10 Dec 2026: ',
  )
  expect(rel).toContain('noreferrer')
})
