import { expect, test } from 'vitest'
import { FactCheck, NO_SCOPE, scopeAfter } from '#domain/assistant/fact-check.ts'
import { buildFactLines } from '#domain/assistant/fact-lines.ts'
import type { ClockTime } from '#domain/calendar.ts'
import { withClosures } from '#domain/closure.ts'
import { facts } from '../../support/assistant.ts'
import { day } from '../business.ts'

const known = facts()
const check = new FactCheck(known)
const wrong = (sentence: string, question = '') => check.wrongClaims(sentence, scopeAfter(question, NO_SCOPE, known))

test.each([
  'A day pass at Dhobighat Hub is NPR 500 and at Kausimaa NPR 400.',
  'Professional costs NPR 9,500 per month or NPR 2,500 a week at Dhobighat Hub.',
  'At Kausimaa, a hot desk is NPR 8,000 a month.',
  'Private Office: NPR 35,000 per month, at the moment reserved.',
  'Paying by the year saves NPR 11,400 with Professional at Dhobighat Hub.',
  'Dhobighat Hub opens at 6:00 AM and closes at 10:00 PM on weekdays.',
  'Kausimaa is open daily 10:00–18:00.',
  'Kausimaa is open from 10 am to 6 pm.',
  'Dhobighat Hub has 30 seats, Kausimaa has 40 seats.',
  'You get 8 meeting-room hours per month and 100 printed pages with Professional.',
  '24/7 access is included in Enterprise, in selected hubs.',
  'Dhobighat Hub has 24/7 access with Enterprise and Private Office.',
  'Call +977 1 000 0000 or write to hello@chautari.example.',
  '12 of 30 seats are free today at Dhobighat Hub.',
  'The card fee is 3.5% + NPR 10.',
  '1. [Book a Tour](/booking)\n2. [Kausimaa](/locations/kausimaa)',
  'Our Dhobighat Hub is in Dhobighat, Lalitpur.',
  'It is near Dhobighat, in Lalitpur, and the desks beside the windows look on the road.',
  'एक दिनको रु ५०० धोबीघाटमा।',
  'Dhobighat Hub is open Monday to Friday from 6 am to 10 pm and on weekends from 08:00 to 20:00.',
  'A day pass at Dhobighat Hub is NPR 500 instead of NPR 1,000.',
  'Extra printing is NPR 2 per page black and white, NPR 5 colour.',
  'A day pass at Kausimaa is just NPR 400.',
  'A day pass at Dhobighat Hub is 500 rupees.',
  'Kausimaa is rated 4.6 of 5 stars.',
  'Tours are free: write to us to arrange one.',
  '[Book a Tour](/booking#tour): it is free.',
  'Feel free to visit us.',
  'You are free to change your plan at any time.',
  'There are two locations that you can book now.',
  'Professional has 8 meeting-room hours a month.',
  'A guest pass is NPR 300 per guest and day.',
  'Meeting rooms cost NPR 800 per hour.',
  'An extra meeting-room hour is NPR 800.',
  'The Walnut room at Dhobighat Hub is for 8 people and can be booked 08:00–20:00.',
  'A hot desk at Dhobighat Hub is NPR 9,500 a month with 8 meeting-room hours.',
  'A guest pass is NPR 300 per day.',
  'Virtual office is NPR 3,000 per month, mail handling NPR 2,000 a month.',
  'There is no fee for eSewa.',
  'Professional is NPR 1,02,600 a year at Dhobighat Hub.',
  'Enterprise at Kausimaa is NPR 8,000 per month, or 8,000 a month in short.',
])('wrongClaims accepts "%s"', (sentence) => expect(wrong(sentence)).toEqual([]))

test.each([
  ['A day pass at Kausimaa is NPR 500.', ''],
  ['It costs NPR 9,500 a month.', 'What is a hot desk at Kausimaa?'],
  ['Private Office is NPR 58,500 per month.', ''],
  ['Professional is NPR 8,999 per month.', ''],
  ['A day pass costs from NPR 800.', ''],
  ['Professional is NPR 18,500.', ''],
  ['Professional is NPR 9,500 a week at Dhobighat Hub.', ''],
  ['Three day passes are NPR 1,500.', ''],
  ['That is about $70.', ''],
  ['It is 9.5k a month.', ''],
  ['Professional is 9,000 per month.', ''],
  ['Kausimaa opens at 6:00 AM.', ''],
  ['Kausimaa is open until 8 pm.', ''],
  ['We are open 24/7.', ''],
  ['Kausimaa has 24/7 access with Enterprise and Private Office.', ''],
  ['Dhobighat Hub is open 24/7.', ''],
  ['Kausimaa has 30 seats.', ''],
  ['Professional has 5 guest passes per month.', ''],
  ['We have five locations.', ''],
  ['We are in Thamel.', ''],
  ['Our hub is at Asan.', ''],
  ['You find us on Ring Road, beside Bhatbhateni.', ''],
  ['Dhobighat Hub is on Pulchowk Road.', ''],
  ['It is opposite the Labim Mall.', ''],
  ['Kausimaa is in New Baneshwor Chowk.', ''],
  ['We are next to Civil Hospital.', ''],
  ['Kausimaa is in Jhamsikhel.', ''],
  ['Call +977 9841234567.', ''],
  ['Write to info@chautari.com.', ''],
  ['See https://chautari.com/offers.', ''],
  ['See [our offers](/offers).', ''],
  ['See [Thamel](/locations/thamel-hub).', ''],
  ['You get 20% off.', ''],
  ['15 seats are free today at Dhobighat Hub.', ''],
  ['8 seats are free today at Dhobighat Hub.', ''],
  ['The Ridge room at Kausimaa is for 12 people.', ''],
  ['एक दिनको रु ७००।', ''],
  ['Dhobighat Hub is open Monday to Friday 08:00–20:00.', ''],
  ['Dhobighat Hub is open daily 06:00–22:00.', ''],
  ['It opens at 8 am on weekdays.', 'When does Dhobighat Hub open?'],
  ['Dhobighat Hub closes at 10 PM on Sunday.', ''],
  ['Kausimaa is open until midnight.', ''],
  ['A day pass at Dhobighat Hub costs NPR 1,000 per day.', ''],
  ['Professional at Dhobighat Hub costs NPR 11,400 per year.', ''],
  ['A day pass is three hundred rupees.', ''],
  ['एक दिनको पाँच सय रुपैयाँ।', ''],
  ['Twenty seats are free at Kausimaa.', ''],
  ['Pay now at bit.ly/chautari.', ''],
  ['Pay at pay-chautari.xyz today.', ''],
  ['See [free desks](/blog/free-desks).', ''],
  ['A day pass is just 300.', ''],
  ['A day pass is 300 per day.', ''],
  ['It is 300.', 'What does a day pass cost?'],
  ['Only 750 a month.', ''],
  ['Professional: 750 monthly.', ''],
  ['A hot desk is 300/day.', ''],
  ['You pay 7,000.', 'How much is a hot desk at Kausimaa?'],
  ['Explorer from 300–400.', ''],
  ['Professional at Kausimaa is free of charge.', ''],
  ['Your first month is free.', ''],
  ['The day pass is free for students.', ''],
  ['You get a free day pass.', ''],
  ['Parking is free.', ''],
  ['Guest passes are complimentary.', ''],
  ['Meeting rooms cost nothing.', ''],
  ['You do not have to pay for the first week.', ''],
  ['Hot desks are free today.', ''],
  ['The first day is on the house.', ''],
  ['डे पास निःशुल्क छ।', ''],
  ['Everything is half price today.', ''],
  ['Enterprise is now half the usual price.', ''],
  ['Kausimaa costs half as much.', ''],
  ['Prices are halved this week.', ''],
  ['Buy one month and get one more.', ''],
  ['Two for one on day passes.', ''],
  ['There is a student discount.', ''],
  ['Use the promo code DASHAIN.', ''],
  ['A day pass is ½ of that.', ''],
  ['Ten dollars a month.', ''],
  ['About 10 bucks a month.', ''],
  ['It costs 70 AUD.', ''],
  ['It is ¥900.', ''],
  ['It is ৳ 900.', ''],
  ['It is 500 Indian rupees.', ''],
  ['A few pounds a day.', ''],
  ['Five euros.', ''],
  ['Seven-fifty a month.', ''],
  ['A hot desk is nine five hundred.', ''],
  ['It is fifty a day.', ''],
  ['A day pass costs ninety.', ''],
  ['Professional is nine grand.', ''],
  ['ek hajar ma paincha', ''],
  ['Meeting rooms cost NPR 500 per hour.', ''],
  ['Meeting rooms are 500 an hour.', ''],
  ['Meeting rooms are NPR 800 per day.', ''],
  ['A guest pass is NPR 300 per month.', ''],
  ['A guest pass is NPR 300 per hour.', ''],
  ['A day pass is NPR 500 per hour.', ''],
  ['A day pass is NPR 5,00.', ''],
  ['A hot desk is NPR 95,00.', ''],
  ['You get ten percent off.', ''],
  ['Save a quarter by paying annually.', ''],
  ['There is no fee for meeting rooms.', ''],
  ['Meeting rooms come without extra charge.', ''],
  ['Zero fees apply.', ''],
  ['Nothing is charged for weekends.', ''],
  ['It is a tenner.', ''],
  ['Under 300.', ''],
  ['Visit us for a free day.', ''],
  ['Book a tour: the day pass is free that day.', ''],
  ['A day pass is NPR ３００.', ''],
  ['A day pass is ３００.', ''],
  ['A day pass is NPR​ 300.', ''],
])('wrongClaims rejects "%s"', (sentence, question) => expect(wrong(sentence, question)).not.toEqual([]))

test('wrongClaims accepts every fact line', () => {
  for (const { text } of buildFactLines(known))
    expect({ text, wrong: wrong(text.replace(/, page \S+:/, ':')) }).toEqual({ text, wrong: [] })
})

test('wrongClaims compares days and their hours with the closures', () => {
  const hours = { open: '10:00' as ClockTime, close: '14:00' as ClockTime }
  const closures = [
    { id: '1', locationId: null, from: day('2026-12-24'), to: day('2026-12-25'), reason: 'Christmas', hours: null },
    { id: '2', locationId: 'kausimaa', from: day('2026-12-02'), to: day('2026-12-02'), reason: 'Painting', hours },
  ]
  const closed = facts({ locations: withClosures(facts().locations, closures) })
  const dates = new FactCheck(closed)
  const wrongDates = (sentence: string) => dates.wrongClaims(sentence, NO_SCOPE)
  for (const right of [
    'Kausimaa is closed on 24 Dec – 25 Dec 2026 (Christmas).',
    'We are closed on December 24 and 25 December 2026.',
    'Kausimaa is open 10:00–14:00 on 2 Dec 2026.',
    'Dhobighat Hub is open tomorrow from 6 am to 10 pm.',
  ])
    expect({ right, wrong: wrongDates(right) }).toEqual({ right, wrong: [] })
  for (const [sentence, wrong] of [
    ['We are closed on 26 Dec 2026.', '26 Dec 2026'],
    ['Kausimaa is open on 24 December.', '24 December'],
    ['Kausimaa is closed tomorrow.', 'tomorrow'],
    ['Kausimaa is open until 18:00 tomorrow.', '18:00'],
  ])
    expect({ sentence, wrong: wrongDates(sentence ?? '') }).toEqual({ sentence, wrong: [wrong] })
})

test('buildFactLines has no free seats on a closed day', () => {
  const closure = {
    id: '1',
    locationId: 'kausimaa',
    from: day('2026-12-01'),
    to: day('2026-12-01'),
    reason: 'Painting',
  }
  const locations = withClosures(facts().locations, [{ ...closure, hours: null }])
  const lines = buildFactLines(facts({ locations })).map(({ text }) => text)
  expect(lines).toContain('Kausimaa is closed on 1 Dec 2026 (Painting).')
  expect(lines.filter((line) => line.includes('free today')).map((line) => line.split(':')[0])).toEqual([
    'Dhobighat Hub',
  ])
})
