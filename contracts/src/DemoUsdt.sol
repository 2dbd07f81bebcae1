// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// The worthless token of a demonstration chain. Anyone may take a thousand an hour.
contract DemoUsdt is ERC20 {
    uint8 private immutable DECIMALS;

    mapping(address account => uint256 time) public lastDripAt;

    error TooEarly();

    constructor(uint8 decimals_) ERC20("Demo USDT (worthless)", "dUSDT") {
        DECIMALS = decimals_;
    }

    function decimals() public view override returns (uint8) {
        return DECIMALS;
    }

    function drip(address to) external {
        if (lastDripAt[to] != 0 && block.timestamp < lastDripAt[to] + 1 hours) revert TooEarly();
        lastDripAt[to] = block.timestamp;
        _mint(to, 1_000 * 10 ** DECIMALS);
    }
}
