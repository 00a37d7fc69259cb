/**
 * Selects the days whose seat count differs from their bookings and the open changes of these, or exceeds the capacity.
 */
export const MISCOUNTED_DAYS = `
  select * from (
    select location_id, day, taken, seats, (
      select coalesce(sum(b.seats), 0) from bookings b
      where b.location_id = d.location_id and d.day between b.start_date and b.end_date
        and b.state in ('held', 'pending_verification', 'confirmed')
    ) + (
      select coalesce(sum(b.seats), 0) from booking_changes c join bookings b on b.id = c.booking_id
      where c.state = 'open' and b.location_id = d.location_id
        and d.day between c.start_date and c.end_date and d.day not between b.start_date and b.end_date
    ) as booked from seat_days d
  ) days where taken <> booked or taken > seats`
