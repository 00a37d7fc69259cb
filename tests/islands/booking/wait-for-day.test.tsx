import { expect, test } from 'vitest'
import { day } from '../../domain/business.ts'
import { Visitor } from '../../stores/booking/visitor.ts'
import { getField, mount, type } from './mount.ts'

test('the waiting form of another day has what was typed for the first one', async () => {
  const page = await new Visitor().visit('/booking').openPage()
  const { default: WaitForDay } = await import('#islands/booking/WaitForDay.tsx')
  const build = (date: string) => <WaitForDay key={date} locationId="kausimaa" day={day(date)} />
  page.setContact({ email: 'aarati@example.com' })
  const { element, show } = await mount(build('2026-12-10'))
  expect(getField(element, '#waiting-email').value).toBe('aarati@example.com')
  await type(getField(element, '#waiting-email'), 'nisha@example.com')
  await type(getField(element, '#waiting-phone'), '9841234567')
  await show(build('2026-12-11'))
  expect(element.textContent).toContain('11 Dec 2026')
  expect(getField(element, '#waiting-email').value).toBe('nisha@example.com')
  expect(getField(element, '#waiting-phone').value).toBe('9841234567')
  expect(page.$draft.get().contactInfo.email).toBe('aarati@example.com')
})
