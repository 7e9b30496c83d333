drop index matches_silent;
