import { describe, expect, test } from 'vitest'
import { findPasswordProblem, PASSWORD_LENGTH } from '#domain/password.ts'

const OWN = ['sushma.rai@example.com', 'Sushma Rai', 'Chautari']

describe('findPasswordProblem', () => {
  test.each([
    'correct horse battery staple',
    'pipal tree under the monsoon',
    'लाल गुराँस फुल्छ वसन्तमा आज',
    'Xk7$mQ2vR9@tLp4w',
    'a long enough password',
    '🌳🌳 mango lizard umbrella quartz',
  ])('accepts %s', (password) => expect(findPasswordProblem(password, OWN)).toBeUndefined())

  test('requires 15 to 128 characters, regardless of bytes', () => {
    const words = 'mango lizard umbrella quartz '.repeat(8)
    const long = (length: number) => [...words].slice(0, length).join('')
    expect(findPasswordProblem(long(PASSWORD_LENGTH.min - 1), [])).toBe('too_short')
    expect(findPasswordProblem(long(PASSWORD_LENGTH.min), [])).toBeUndefined()
    expect(findPasswordProblem(long(PASSWORD_LENGTH.max), [])).toBeUndefined()
    expect(findPasswordProblem(long(PASSWORD_LENGTH.max + 1), [])).toBe('too_long')
    expect(findPasswordProblem('n\u0303'.repeat(14), [])).toBe('too_short')
    expect(findPasswordProblem('', [])).toBe('too_short')
  })

  test.each([
    'aaaaaaaaaaaaaaaaaaaa',
    'abababababababababab',
    'qaqaqaqaqaqaqaqaqaqa',
    '123456789012345678',
    '987654321098765432',
    'abcdefghijklmnopqrs',
    'passwordpassword',
    'PasswordPassword1!',
    'P@ssw0rdP@ssw0rd',
    'qwertyuiopasdfghjkl',
    'qwerty123456789012',
    'adminadminadmin123',
    'welcome to kathmandu',
    'iloveyouiloveyou99',
    'chautarichautari2026',
    'Chautari Staff 2026!',
    'sushmarai12345678',
    'sushma.rai@example.com',
    'Sushma Rai Kathmandu',
    '!!!!!!!!!!!!!!!!!!!!!',
  ])('rejects %s as common', (password) => expect(findPasswordProblem(password, OWN)).toBe('common'))
})
