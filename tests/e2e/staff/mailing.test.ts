import { inDays } from '../../support/booking-client.ts'
import { button, expect, expectAccessible, expectNoSidewaysScroll, signIn, test, uniqueName } from '../visitor.ts'

test('staff write to everyone who comes, and undo it', async ({ page }) => {
  const date = inDays(97)
  const lastName = uniqueName()
  await signIn(page, '/admin')
  const booked = await page.request.post('/api/admin/bookings', {
    headers: { 'idempotency-key': crypto.randomUUID() },
    data: {
      locationId: 'kausimaa',
      planId: 'explorer',
      startDate: date,
      addOns: [],
      meetingRoomHours: 0,
      guestPasses: 0,
      contactInfo: { firstName: 'Asha', lastName, email: `${lastName}@example.com`, phone: '9841234567' },
      paid: 'cash',
      totalAmount: 40_000,
    },
  })
  expect(booked.status(), await booked.text()).toBe(201)

  await page.goto(`/admin/day-sheet?location=kausimaa&date=${date}`)
  const whatsapp = page.getByRole('link', { name: `WhatsApp to Asha ${lastName}` })
  await expect(whatsapp).toHaveAttribute('href', /^https:\/\/wa\.me\/9779841234567\?text=Hello%20Asha/)
  await expectNoSidewaysScroll(page, 320, 390, 1024)
  await button(page, 'Email everyone who comes').click()
  await expect(page.getByLabel('Subject')).toBeFocused()
  await page.getByLabel('Subject').fill('No water in the morning')
  await page.getByLabel('Message').fill('The water is off from 06:00 to 10:00.')
  await expectAccessible(page)
  await button(page, 'Preview').click()
  await expect(page.getByRole('dialog')).toContainText('Hello Asha,')
  await expect(page.getByRole('dialog')).not.toContainText('#BK-')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, 320, 390)
  await button(page, /^Email \d+ (person|people)$/).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText('is sent within 30 seconds.')).toBeVisible()
  await expectAccessible(page)
  for (const width of [1440, 820, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const navigation = page.getByRole('navigation', { name: 'Staff area' }).filter({ visible: true })
    const [toast, bar] = [await page.locator('.toasts').boundingBox(), await navigation.boundingBox()]
    const isBeside = width > 960 && Number(toast?.x) >= Number(bar?.x) + Number(bar?.width)
    const isAbove = Number(toast?.y) + Number(toast?.height) <= Number(bar?.y)
    expect([width, isBeside || isAbove]).toEqual([width, true])
  }
  await page.goto('/admin/bookings')
  await expect(page.getByText('is sent within 30 seconds.')).toBeVisible()
  await page.reload()
  await button(page, 'Undo').click()
  await expect(page.getByText('Email withdrawn')).toBeVisible()
})
