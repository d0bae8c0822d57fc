-- the throttle of passwords asks whether a user signed in from a network address before
create index session_of_address on session (user_key, ip);
