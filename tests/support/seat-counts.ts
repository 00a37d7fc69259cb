/**
 * Selects the days whose seat count differs from their claims or exceeds the seats, and those whose claims differ from
 * the bookings, the open changes of these, the open offers, the guests and the blocks. Removed blocks have their past days only.
 */
export const MISCOUNTED_DAYS = `
  select * from (
    select location_id, day, taken, seats, (
      select coalesce(sum(b.seats), 0) from bookings b
      where b.location_id = d.location_id and d.day between b.start_date and b.end_date
        and b.state in ('held', 'pending_verification', 'confirmed')
    ) + (
      select coalesce(sum(b.seats), 0) from booking_changes c join bookings b on b.id = c.booking_id
      where c.state = 'open' and c.kind = 'move' and b.location_id = d.location_id
        and d.day between c.start_date and c.end_date and d.day not between b.start_date and b.end_date
    ) as booked, (
      select coalesce(sum(c.seats), 0) from seat_claims c
      where c.location_id = d.location_id and d.day between c.first_day and c.last_day
    ) as claimed, (
      select coalesce(sum(c.seats), 0) from seat_claims c
      where c.kind = 'booking' and c.location_id = d.location_id and d.day between c.first_day and c.last_day
    ) as claimed_by_bookings, (
      select count(*) from seat_offers o
      where o.state = 'open' and o.location_id = d.location_id and d.day = o.day
    ) as offered, (
      select coalesce(sum(c.seats), 0) from seat_claims c
      where c.kind = 'offer' and c.location_id = d.location_id and d.day between c.first_day and c.last_day
    ) as claimed_by_offers, (
      select count(*) from guests g join bookings b on b.id = g.booking_id
      where b.location_id = d.location_id and d.day = g.day
    ) as announced, (
      select coalesce(sum(c.seats), 0) from seat_claims c
      where c.kind = 'guest' and c.location_id = d.location_id and d.day between c.first_day and c.last_day
    ) as claimed_by_guests, (
      select coalesce(sum(b.seats), 0) from seat_blocks b
      where b.removed_at is null and b.location_id = d.location_id and d.day between b.first_day and b.last_day
    ) as blocked, (
      select coalesce(sum(c.seats + c.short), 0) from seat_claims c left join seat_blocks b on b.id = c.subject_id
      where c.kind = 'block' and c.location_id = d.location_id and d.day between c.first_day and c.last_day
        and (b.removed_at is null or d.day > substr(b.removed_at, 1, 10))
    ) as claimed_by_blocks, short, (
      select coalesce(sum(c.short), 0) from seat_claims c
      where c.location_id = d.location_id and d.day between c.first_day and c.last_day
    ) as claimed_short from seat_days d
  ) days
  where taken <> claimed or taken > seats or claimed_by_bookings <> booked or claimed_by_offers <> offered
    or claimed_by_guests <> announced or claimed_by_blocks <> blocked
    or short <> claimed_short`
