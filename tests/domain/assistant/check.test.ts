import { describe, expect, test } from 'vitest'
import { FactCheck, NO_SCOPE, scopeAfter } from '#domain/assistant/check.ts'
import { knowledge } from '#domain/assistant/knowledge.ts'
import { facts } from '../../support/assistant.ts'

const known = facts()
const check = new FactCheck(known)
const wrong = (sentence: string, question = '') => check.wrongClaims(sentence, scopeAfter(question, NO_SCOPE, known))

describe('what is so may be said', () => {
  test.each([
    ['A day pass at Dhobighat Hub is NPR 500 and at Kausimaa NPR 400.'],
    ['Professional costs NPR 9,500 per month or NPR 2,500 a week at Dhobighat Hub.'],
    ['At Kausimaa, a hot desk is NPR 8,000 a month.'],
    ['Private Office: NPR 35,000 per month, at the moment reserved.'],
    ['Paying by the year saves NPR 11,400 with Professional at Dhobighat Hub.'],
    ['Dhobighat Hub opens at 6:00 AM and closes at 10:00 PM on weekdays.'],
    ['Kausimaa is open daily 10:00–18:00.'],
    ['Kausimaa is open from 10 am to 6 pm.'],
    ['Dhobighat Hub has 30 seats, Kausimaa has 40 seats.'],
    ['You get 8 meeting-room hours per month and 100 printed pages with Professional.'],
    ['24/7 access is included in Enterprise, in selected hubs.'],
    ['Call +977 1 000 0000 or write to hello@chautari.example.'],
    ['12 of 30 seats are free today at Dhobighat Hub.'],
    ['The card fee is 3.5% + NPR 10.'],
    ['1. [Book a Tour](/booking)\n2. [Kausimaa](/locations/kausimaa)'],
    ['Our Dhobighat Hub is in Dhobighat, Lalitpur.'],
    ['It is near Dhobighat, in Lalitpur, and the desks beside the windows look on the road.'],
    ['एक दिनको रु ५०० धोबीघाटमा।'],
    ['Dhobighat Hub is open Monday to Friday from 6 am to 10 pm and on weekends from 08:00 to 20:00.'],
    ['A day pass at Dhobighat Hub is NPR 500 instead of NPR 1,000.'],
    ['Extra printing is NPR 2 per page black and white, NPR 5 colour.'],
  ])('%s', (sentence) => {
    expect(wrong(sentence)).toEqual([])
  })
})

describe('what is not so is found', () => {
  test.each([
    ['A day pass at Kausimaa is NPR 500.', ''],
    ['It costs NPR 9,500 a month.', 'What is a hot desk at Kausimaa?'],
    ['Private Office is NPR 58,500 per month.', ''],
    ['Professional is NPR 8,999 per month.', ''],
    ['A day pass is from NPR 800.', ''],
    ['Professional is NPR 18,500.', ''],
    ['Professional is NPR 9,500 a week at Dhobighat Hub.', ''],
    ['Three day passes are NPR 1,500.', ''],
    ['That is about $70.', ''],
    ['It is 9.5k a month.', ''],
    ['Professional is 9,000 per month.', ''],
    ['Kausimaa opens at 6:00 AM.', ''],
    ['Kausimaa is open until 8 pm.', ''],
    ['We are open 24/7.', ''],
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
  ])('%s', (sentence, question) => {
    expect(wrong(sentence, question)).not.toEqual([])
  })
})

test('everything that the model is told may be said', () => {
  for (const { text } of knowledge(known))
    expect({ text, wrong: wrong(text.replace(/, page \S+:/, ':')) }).toEqual({ text, wrong: [] })
})
