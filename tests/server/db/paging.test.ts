import { describe, expect, test } from 'vitest'
import { parsePaging } from '#server/db/paging.ts'

describe('a cursor', () => {
  test.each(['a', 'क', '"', '𝄞'])('returns to a row whose sorted text is 600 times %s', (letter) => {
    const row = [letter.repeat(600), 'BK-1'] as const
    const cursor = Buffer.from(JSON.stringify(row)).toString('base64url')
    const paging = parsePaging({ cursor })
    expect(paging).toMatchObject({ ok: true, value: { after: row } })
  })

  test.each(['', 'no base64!', 'bnVsbA', 'A'.repeat(5_000)])('is rejected when it is %s', (cursor) => {
    expect(parsePaging({ cursor })).toMatchObject({ ok: false, failure: { code: 'invalid' } })
  })
})
