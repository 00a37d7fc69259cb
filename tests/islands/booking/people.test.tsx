import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { Visitor } from '../../stores/booking/visitor.ts'
import { click, findButton, getField, hydrate, mount, textsOf, type } from './mount.ts'
import { OFFERING } from './offering.ts'

async function openWizard(address = '/booking') {
  const visitor = new Visitor().visit(address)
  const page = await visitor.openPage()
  const { default: Booking } = await import('#islands/booking/Booking.tsx')
  vi.stubGlobal('scrollTo', () => {})
  const { element } = await mount(<Booking offering={OFFERING} />)
  await act(vi.dynamicImportSettled)
  return { page, element }
}

test('step 1 counts people from 1 to 20, and the summary multiplies the price', async () => {
  const { page, element } = await openWizard('/booking?location=dhobighat-hub&plan=professional&seats=19')
  const [less, more] = ['Remove person', 'Add person'].map((name) => element.querySelector(`[aria-label="${name}"]`))
  await click(more as HTMLButtonElement)
  expect(getField(element, '#seats').value).toBe('20')
  expect((more as HTMLButtonElement).disabled).toBe(true)
  expect(element.textContent).toContain('20\u00a0×\u00a09,500NPR\u00a0190,000')
  expect(element.textContent).toContain('Seats per day20')
  expect(textsOf(element, 'section p')).toContain('20 × NPR\u00a09,500 = NPR\u00a0190,000')
  await act(async () => page.chooseSeats(1))
  expect((less as HTMLButtonElement).disabled).toBe(true)
  expect(element.textContent).not.toContain('Seats per day')
})

test('step 1 leads from a plan that cannot be booked to the other plans, and names what is not chosen yet', async () => {
  const { element } = await openWizard('/booking?location=dhobighat-hub&plan=private-office')
  expect(element.querySelector('aside')?.textContent).toContain('PlanNot chosen yet')
  const { $unavailableChoices } = await import('#stores/booking/open-wizard.ts')
  await act(async () => $unavailableChoices.set(['Private Office: Reserved']))
  await click(findButton(element, 'Choose another one'))
  expect(document.activeElement?.id).toBe('planId')
})

test('step 1 shows the largest saving of a day pass until a location is chosen', async () => {
  const { page, element } = await openWizard()
  const card = getField(element, 'input[name=plan][value=explorer]').closest('label')
  expect(card?.textContent).toContain('You save up to NPR\u00a0500')
  await act(async () => page.chooseLocation('dhobighat-hub'))
  expect(card?.textContent).toContain('You save NPR\u00a0500')
})

test('step 1 shows the range of prices until a location is chosen, and none of a plan that cannot be booked', async () => {
  const { page, element } = await openWizard()
  const priceOf = (plan: string) =>
    getField(element, `input[name=plan][value=${plan}]`).closest('label')?.querySelector('.price')?.textContent
  expect(['professional', 'enterprise', 'private-office'].map(priceOf)).toEqual([
    'NPR8,000–9,500',
    'NPR8,000–18,500',
    undefined,
  ])
  await act(async () => page.chooseLocation('dhobighat-hub'))
  expect(['professional', 'enterprise', 'private-office'].map(priceOf)).toEqual(['NPR9,500', 'NPR18,500', undefined])
})

test('step 1 links to an offer for more people, with the choices in the message', async () => {
  const { page, element } = await openWizard('/booking?location=kausimaa&plan=professional')
  await act(async () => page.setDates('2026-12-10' as Parameters<typeof page.setDates>[0], ''))
  const link = [...element.querySelectorAll('a')].find(({ textContent }) => textContent === 'Ask for an offer')
  const url = new URL(link?.href ?? '')
  expect([url.pathname, url.hash, url.searchParams.get('location')]).toEqual(['/contact', '#message', 'kausimaa'])
  expect(url.searchParams.get('message')).toBe(
    'Please send us an offer for more than 20 people.\nPlan: Professional, per month\nFirst day: 10 Dec 2026\nNumber of people: ',
  )
})

test('step 1 says that more than 20 people need an offer, and the link carries the number', async () => {
  const { page, element } = await openWizard('/booking?location=kausimaa&plan=professional&seats=50')
  const describe = () => {
    const link = [...element.querySelectorAll('a')].find(({ textContent }) => textContent === 'Ask for an offer')
    return new URL(link?.href ?? '').searchParams.get('message')?.split('\n').at(-1)
  }
  expect(document.getElementById('seats-error')?.textContent).toBe(
    'We book up to 20 people online. Ask for an offer for more',
  )
  expect(describe()).toBe('Number of people: 50')
  await type(getField(element, '#seats'), '35')
  expect(page.$draft.get().seats).toBe(35)
  expect(describe()).toBe('Number of people: 35')
  await act(async () => expect(await page.goToNextStep()).toBe(false))
  await type(getField(element, '#seats'), '20')
  expect(document.getElementById('seats-error')).toBeNull()
})

test('step 1 keeps a number that was typed before the script had loaded', async () => {
  const page = await new Visitor().visit('/booking').openPage()
  const { default: Booking } = await import('#islands/booking/Booking.tsx')
  await hydrate(<Booking offering={OFFERING} />, (element) => {
    getField(element, '#seats').value = '4'
  })
  expect(page.$draft.get().seats).toBe(4)
})

test('an attempt to continue lists the errors of step 1 with links, and moves the focus to them', async () => {
  const { element } = await openWizard('/booking')
  expect(element.textContent).not.toContain('fixing')
  expect(element.querySelector('[type=submit]')?.getAttribute('aria-disabled')).toBeNull()
  await click(element.querySelector('[type=submit]'))
  await act(async () => {})
  const summary = document.activeElement
  expect(summary?.textContent).toBe('Two things need fixingChoose a locationChoose a plan')
  expect(element.querySelectorAll('fieldset[data-invalid]')).toHaveLength(2)
  await click(summary?.querySelectorAll('a')[1] ?? null)
  expect(document.activeElement?.id).toBe('planId')
})

test('step 1 has no counter for a Private Office', async () => {
  const { page, element } = await openWizard('/booking?seats=7')
  await act(async () => page.choosePlan('private-office'))
  expect(element.textContent).toContain('A Private Office seats 4.')
  expect(element.querySelector('#seats')).toBeNull()
})

test('step 2 says that its prices are for one of several people', async () => {
  const { page, element } = await openWizard('/booking?location=dhobighat-hub&plan=professional&seats=5')
  await act(async () => page.goToStep(2))
  expect(element.textContent).toContain('Prices are per person.')
  await act(async () => page.chooseSeats(1))
  expect(element.textContent).not.toContain('Prices are per person.')
})

test('step 3 says how many guests a day pass has room for, beside its counter, and charges none of too many', async () => {
  const { page, element } = await openWizard('/booking?location=dhobighat-hub&plan=explorer&start=2026-12-10&seats=2')
  await act(async () => page.goToStep(3))
  await act(async () => page.changeDraft({ guestPasses: 3 }))
  const field = getField(element, '#guestPasses')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
    'At most 2 guests for 2 seats',
  )
  const summary = element.querySelector('aside')?.textContent
  expect(summary).toContain('Seats per day2')
  expect(summary).not.toContain('Guest passes')
  await act(async () => page.changeDraft({ guestPasses: 2 }))
  expect(field.hasAttribute('aria-invalid')).toBe(false)
})
