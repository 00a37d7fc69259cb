/** Selects the days whose seat count differs from their bookings or exceeds the capacity. */
export const MISCOUNTED_DAYS = `
  select * from (
    select location_id, day, taken, seats, (
      select coalesce(sum(b.seats), 0) from bookings b
      where b.location_id = d.location_id and d.day between b.start_date and b.end_date
        and b.state in ('held', 'pending_verification', 'confirmed')
    ) as booked from seat_days d
  ) days where taken <> booked or taken > seats`
