import type { Locator, Page } from '@playwright/test'
import { EVERYDAY, expect, expectNoSidewaysScroll, test } from './visitor.ts'

const plan = (page: Page, name: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })

const shown = (card: Locator, text: string): Locator => card.getByText(text).filter({ visible: true })

test('the billing period changes price, saving and link of every plan except the day pass', async ({ page }) => {
  await page.goto('/pricing')
  const period = page.getByRole('group', { name: 'Billing period' })
  const professional = plan(page, 'Professional')
  const link = professional.getByRole('link', { name: 'Choose Professional' })
  await expect(period.getByRole('radio', { name: 'Monthly' })).toBeChecked()
  await expect(shown(period, 'Save 10%')).toHaveCount(1)
  await expect(professional).toContainText('Most popular')
  await expect(shown(professional, '9,500')).toHaveCount(1)
  await expect(shown(professional, 'or NPR 2,500 per week')).toHaveCount(1)
  await expect(shown(professional, 'You save')).toHaveCount(0)
  await expect(link).toHaveAttribute('href', '/booking?location=dhobighat-hub&plan=professional')

  await period.getByRole('radio', { name: 'Monthly' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(shown(professional, '9,500')).toHaveCount(0)
  for (const [name, price, saving, id] of [
    ['Professional', '102,600', '11,400', 'professional'],
    ['Enterprise', '199,800', '22,200', 'enterprise'],
    ['Private Office', '378,000', '42,000', 'private-office'],
  ] as const) {
    await expect(shown(plan(page, name), price)).toHaveCount(1)
    await expect(shown(plan(page, name), `You save NPR ${saving} per year`)).toHaveCount(1)
    const href = `/booking?location=dhobighat-hub&plan=${id}&billing=annual`
    await expect(plan(page, name).getByRole('link')).toHaveAttribute('href', href)
  }
  await expect(plan(page, 'Private Office')).toContainText('Reserved')

  const explorer = plan(page, 'Explorer')
  for (const text of ['Promotional price — limited time only', 'NPR 1,000', 'per day', 'You save NPR 500'])
    await expect(shown(explorer, text)).not.toHaveCount(0)
  await expect(explorer.getByRole('link')).toHaveAttribute('href', '/booking?location=dhobighat-hub&plan=explorer')

  await link.press('Enter')
  await expect(page.getByRole('radio', { name: 'Professional' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Dhobighat Hub' })).toBeChecked()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('the pricing page offers both billing periods and each hub', EVERYDAY, async ({ page }) => {
    await page.goto('/pricing')
    const enterprise = plan(page, 'Enterprise')
    const offer = page.getByRole('region', { name: 'Plans and prices' })
    await page.getByText('Annual').click()
    const link = enterprise.getByRole('link')
    await expect(link).toHaveAttribute('href', '/booking?location=dhobighat-hub&plan=enterprise&billing=annual')
    await expect(shown(offer, 'Prices at Dhobighat Hub.')).toHaveCount(1)

    await offer.getByRole('radio', { name: 'Kausimaa' }).check()
    await expect(link).toHaveAttribute('href', '/booking?location=kausimaa&plan=enterprise&billing=annual')
    await expect(shown(enterprise, '86,400')).toHaveCount(1)
    await expect(shown(enterprise, '199,800')).toHaveCount(0)
    await expect(shown(plan(page, 'Explorer'), 'Promotional price')).toHaveCount(0)
    await expect(shown(offer, 'Prices at Kausimaa.')).toHaveCount(1)
    await expect(shown(offer, 'One price for every plan at Kausimaa, per month.')).toHaveCount(1)

    const kausimaa = page.getByRole('table', { name: 'Kausimaa' })
    await expect(kausimaa.getByRole('row', { name: /^Professional/ })).toContainText(/2,000\s*8,000\s*86,400/)
    await expect(page.getByText('One price for every plan at Dhobighat Hub').filter({ visible: true })).toHaveCount(0)
  })
})

test('the membership page shows the prices of each hub and, below them, its guide prices', async ({ page }) => {
  await page.goto('/membership')
  const guide = page.getByRole('table', { name: 'Guide prices' })
  for (const [name, price, before, saving, id] of [
    ['Explorer', '500', '1,000', '50%', 'explorer'],
    ['Professional', '8,999', '12,000', '25%', 'professional'],
    ['Enterprise', '18,999', '25,000', '24%', 'enterprise'],
    ['Private Office', '35,000', '40,000', '13%', 'private-office'],
  ] as const) {
    const row = guide.getByRole('row', { name: new RegExp(`^${name}`) })
    await expect(row.getByRole('cell')).toHaveText([price, before, saving])
    await expect(plan(page, name)).not.toContainText('%')
    await expect(plan(page, name).getByRole('link')).toHaveAttribute('href', `/booking?plan=${id}`)
  }
  await expect(guide.getByRole('row', { name: /^Private Office/ })).toContainText('NPR 336,000 per year')
  const monthly = plan(page, 'Professional').getByRole('definition')
  await expect(monthly).toHaveText([/^\s*NPR\s*9,500\s*$/, /^\s*NPR\s*8,000\s*$/])
  const savings = plan(page, 'Explorer').getByText('You save')
  await expect(savings.filter({ visible: true })).toHaveText([/^\s*You save NPR\s*500\s*$/])
  await expect(page.getByText('The exact price for a location and date is shown before payment.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'What members say' }).getByRole('figure')).toHaveCount(3)
  await expectNoSidewaysScroll(page, 320, 390)
})

test('the pricing page lists each add-on once, with its price at the front desk and with a booking', async ({
  page,
}) => {
  await page.goto('/pricing')
  await expect(page.getByRole('table', { name: 'Add-ons' }).getByRole('row')).toHaveText([
    /At the front desk\s*With a booking/,
    /Extra meeting room hours\s*per hour\s*800\s*800/,
    /Guest day passes\s*per day per guest\s*300\s*300/,
    /Virtual office address\s*per month\s*6,000\s*3,000/,
    /Phone line\s*per month\s*4,000\s*–/,
    /Mail handling\s*per month\s*–\s*2,000/,
  ])
})
