import { expect, heading, tabTo, test, uniqueName } from './visitor.ts'

const CONTACT = {
  'First name': 'Sonam',
  'Last name': uniqueName(),
  Email: 'sonam@example.com',
  Phone: '9841234567',
}
const MAX_KEYS = 45
const MAX_TAPS = 12

test('the way from the landing page to the payment takes few keys', async ({ page }) => {
  let keys = 0
  const press = async (key: string) => {
    keys++
    await page.keyboard.press(key)
  }
  const pressOn = async (name: RegExp, key: string) => {
    keys += await tabTo(page, name)
    await press(key)
  }
  await page.goto('/')
  await pressOn(/Book Now/, 'Enter')
  await expect(heading(page, 'Choose a location')).toBeFocused()
  await pressOn(/Dhobighat Hub/, 'Space')
  await pressOn(/Explorer/, 'Space')
  await pressOn(/Continue to dates/, 'Enter')
  await expect(heading(page, 'Which day would you like?')).toBeFocused()
  await expect(page.getByRole('grid').first()).toBeVisible()
  keys += await tabTo(page, /day, \d+ \w+ 20\d\d/)
  // Sales for today may be over.
  await press('ArrowDown')
  await press('Enter')
  await pressOn(/Continue to add-ons/, 'Enter')
  await expect(heading(page, 'Would you like any add-ons?')).toBeFocused()
  await pressOn(/Continue to details/, 'Enter')
  await expect(heading(page, 'Who is the booking for?')).toBeFocused()
  for (const [label, text] of Object.entries(CONTACT)) {
    keys += await tabTo(page, new RegExp(label))
    await page.keyboard.type(text)
  }
  // The last required field sends the form.
  await press('Enter')
  await expect(heading(page, 'Complete Your Payment')).toBeFocused()
  await pressOn(/Pay NPR\s500 with eSewa/, 'Enter')
  await expect(page).toHaveURL(/\/sandbox\/esewa\//)
  console.log(`${keys} keys, at most ${MAX_KEYS}`)
  expect(keys).toBeLessThanOrEqual(MAX_KEYS)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the way from a plan of the landing page to the payment takes few taps', async ({ page }) => {
    let taps = 0
    const tap = async (target: ReturnType<typeof page.getByRole>) => {
      taps++
      await target.tap()
    }
    await page.goto('/')
    await tap(page.locator('a[href="/booking?plan=professional"]').first())
    await expect(heading(page, 'Your plan')).toBeFocused()
    await tap(page.getByRole('radio', { name: 'Dhobighat Hub' }))
    await tap(page.getByRole('button', { name: 'Continue to dates' }))
    // The last day of the month that is shown.
    await tap(page.locator('[data-day] button:enabled').last())
    await tap(page.getByRole('button', { name: 'Continue to add-ons' }))
    await tap(page.getByRole('button', { name: 'Continue to details' }))
    for (const [label, text] of Object.entries(CONTACT)) {
      await tap(page.getByLabel(label))
      await page.keyboard.type(text)
    }
    await tap(page.getByRole('button', { name: 'Proceed to Payment' }))
    await tap(page.getByRole('button', { name: 'Pay NPR 9,500 with eSewa' }))
    await expect(page).toHaveURL(/\/sandbox\/esewa\//)
    expect(taps).toBeLessThanOrEqual(MAX_TAPS)
  })
})
