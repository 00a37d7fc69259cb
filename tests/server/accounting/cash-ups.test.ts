import { expect, test } from 'vitest'
import { CASH_UPS_EXPORT } from '#server/accounting/cash-ups.ts'
import { exportCsv, exportWorkbook } from '#server/audit/export-table.ts'
import { describeOnEachEngine, rows } from '../../support/app.ts'
import { failureOf, granted } from '../../support/orders.ts'
import { staffMember } from '../../support/staff-member.ts'
import { countTill, HUB, TILL_DATE } from '../../support/till.ts'

describeOnEachEngine('the export of cash-ups on %s', (app) => {
  test('has each count with its difference, by day and location, and is recorded', async () => {
    const owner = await staffMember(app)
    const desk = await staffMember(app, 'desk', [HUB])
    granted(await countTill(app, desk, 20_000, { signedName: 'Nisha Gurung', reason: 'Wrong change' }))
    const read = async (from: string, location?: 'kausimaa') => {
      const filter = { from, to: from, ...(location && { location }) }
      const text = await new Response(granted(await exportCsv(app, owner, CASH_UPS_EXPORT, filter))).text()
      return text
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(','))
    }
    const [header = [], row = [], ...rest] = await read(TILL_DATE)
    expect(rest).toEqual([])
    expect(Object.fromEntries(header.map((name, index) => [name, row[index]]))).toMatchObject({
      Day: TILL_DATE,
      Outlet: 'DHO',
      'Cash counted (NPR)': '200',
      'Difference (NPR)': '200',
      Reason: 'Wrong change',
      'Signed by': 'Nisha Gurung',
      'Difference approved by': '',
    })
    granted(await countTill(app, owner, 0, { date: '2026-11-30' }))
    const [names = [], short = []] = await read('2026-11-30')
    expect(short[names.indexOf('Difference (NPR)')]).toBe('-200')
    expect(await read('2026-01-01')).toHaveLength(1)
    expect(await read(TILL_DATE, 'kausimaa')).toHaveLength(1)
    expect((await rows(app.db.read, 'audit')).map(({ action }) => action)).toContain('till_exported')
    expect(
      failureOf(await exportWorkbook(app, owner, CASH_UPS_EXPORT, { from: 'x', to: TILL_DATE })).fields,
    ).toHaveProperty('from')
  })
})
